import type { StateProof } from '../ask/report.js';
import { givenNumber, requireBound } from '../engines/refusals.js';
import type { ProgramQuestion } from '../engines/question.js';
import { checkRobustStates } from '../evidence/cover/check-robust-states.js';
import { robustProperty } from '../pass/attacks/attack-writer.js';
import { watching } from '../search/watch.js';
import { tableUnder } from './state-comparison.js';

/**
 * All states under the model, as they are: those with empty buffers are to be those of SC, so that nothing may be added to them. A
 * text says why there is no proof.
 */
export async function proofOfSameStates(question: ProgramQuestion): Promise<StateProof | string> {
  const { options, limits, progress } = question;
  const { model } = options;
  const procs = givenNumber(options);
  const { system } = question.lowerings.of('automata', { procs, stepwise: true });
  const watch = watching(limits);
  const bound = requireBound(system.shared, options);
  const found = await tableUnder({ system, model, bound, havocRange: null, limits, progress }, watch);
  if (typeof found === 'string') return `not all states could be visited: ${found}`;
  const { table, states } = found;
  const cover = { parts: [table.part(watch)], waiting: table.waiting };
  // Where asserts fail under both there is a proof that the checker does not take.
  const { obligations, held, reason } = checkRobustStates(system, model, cover, watch);
  if (held < obligations) return `what shows it is not accepted: ${reason ?? ''}`;
  return { system, procs, properties: [robustProperty], cover, states, shows: 'states' };
}
