import { fences } from '../../../src/library/calls.js';
import { toJson } from '../../../src/library/tell.js';
import { usualCosts } from './brute-force.js';
import type { MendsAnswer, MendsAsked } from './fence-set-agreement.js';
import { readFencesDocument } from './fences-document.js';

/** Asks the library, which tells sets only. */
export async function answerInProcess({
  text,
  model,
  costs,
  procs,
  bound,
  robust,
}: MendsAsked): Promise<MendsAnswer> {
  const report = await fences(
    { name: 'puzzle.fp', text },
    {
      model: model.name,
      kind: 'fence',
      timeout: 120,
      ...(procs === null ? {} : { procs }),
      ...(bound === null ? {} : { goal: 'bound', bound }),
      ...(robust === null ? {} : { goal: 'robust', robust }),
      ...(costs === usualCosts ? {} : { cost: costs }),
    },
  );
  const { found, verify } = report;
  const isRefused = verify.reason === 'unsupported';
  const exitCode = isRefused
    ? 2
    : found === null || found.stop !== null
      ? 20
      : found.sets.length === 0
        ? 10
        : 0;
  return { document: readFencesDocument(JSON.stringify(toJson(report)), exitCode), programs: [] };
}
