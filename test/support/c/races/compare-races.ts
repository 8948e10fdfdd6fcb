import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { invariant } from '../../../../src/support/invariant.js';
import type { Random } from '../../random.js';
import { verifyText } from '../../verify-text.js';
import { generateTiny } from './generate-tiny.js';
import { hasRace } from './race-oracle.js';
import type { OracleModel } from './race-oracle.js';
import { tinyText } from './tiny-program.js';
import type { TinyProgram } from './tiny-program.js';

export const raceModels = ['sc', 'tso', 'pso'] as const satisfies readonly OracleModel[];

export interface RaceComparison {
  readonly text: string;
  readonly model: OracleModel;
  /** By going through all executions; null: there are too many. */
  readonly oracle: boolean | null;
  readonly verdict: string;
  readonly isRight: boolean;
}

export const compareRandom = (random: Random, model: OracleModel): Promise<RaceComparison> =>
  compareRaces(generateTiny(random), model);

export async function compareRaces(program: TinyProgram, model: OracleModel): Promise<RaceComparison> {
  const text = tinyText(program);
  const oracle = hasRace(program, model);
  if (oracle === null) return { text, model, oracle, verdict: 'skipped', isRight: true };
  const verdict = await raceVerdict(text, model);
  return { text, model, oracle, verdict, isRight: verdict === (oracle ? 'unsafe' : 'safe') };
}

/** What `--races` says of a text of C. */
export async function raceVerdict(text: string, model: OracleModel): Promise<string> {
  const named = modelNamed(model);
  invariant(named !== null, 'there is such a model');
  const reading = { ...plainText, races: true };
  const report = await verifyText('tiny.c', text, { model: named, properties: ['race'] }, reading);
  return report.verdict ?? report.errors.map(({ message }) => message).join('; ');
}
