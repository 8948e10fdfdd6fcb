import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { invariant } from '../../../../src/support/invariant.js';
import type { Random } from '../../random.js';
import { verifyText } from '../../verify-text.js';
import type { OracleModel } from '../races/race-oracle.js';
import { allEnd } from './ends-oracle.js';
import { generateSpins } from './generate-spins.js';
import { spinText } from './spin-program.js';

export interface EndsComparison {
  readonly text: string;
  readonly model: OracleModel;
  /** By the graph of all states; null: there are too many. */
  readonly oracle: boolean | null;
  readonly verdict: string;
  readonly isRight: boolean;
}

export async function compareEnds(random: Random, model: OracleModel): Promise<EndsComparison> {
  const program = generateSpins(random);
  const text = spinText(program);
  const oracle = allEnd(program, model);
  if (oracle === null) return { text, model, oracle, verdict: 'skipped', isRight: true };
  const verdict = await endsVerdict(text, model);
  return { text, model, oracle, verdict, isRight: verdict === (oracle ? 'safe' : 'unsafe') };
}

/** What `--termination` says of a text of C. */
export async function endsVerdict(text: string, model: OracleModel): Promise<string> {
  const named = modelNamed(model);
  invariant(named !== null, 'there is such a model');
  const reading = { ...plainText, termination: true };
  const options = { model: named, properties: ['termination'], engine: 'auto' };
  const report = await verifyText('spin.c', text, options, reading);
  return report.verdict ?? report.errors.map(({ message }) => message).join('; ');
}
