import { replay } from '../evidence/replay.js';
import type { Execution } from '../ir/execution.js';
import type { Property } from '../ir/program.js';
import type { Trace } from '../ir/trace.js';
import { Machine } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import type { Lowered } from '../pass/run.js';
import type { ViolatingRun } from './report.js';
import { InternalError } from '../support/check.js';

export type Confirmation =
  { readonly trace: Trace; readonly run: ViolatingRun } | { readonly undecided: string };

/**
 * No `unsafe` leaves without having been run again by the plain semantics: the run of what the engine got, led back to the
 * program as it was lowered. Where the engine got that program's own steps, what is shown are the engine's.
 */
export function confirmed(
  lowered: Lowered,
  model: MemoryModel,
  property: Property,
  execution: Execution,
  shows: 'system' | 'reference' = 'system',
): Confirmation {
  const run = { system: lowered.reference, execution: lowered.mapBack(execution) };
  const check = replay(new Machine(run.system, model), run.execution, property);
  const shown =
    shows === 'reference' ? check : replay(new Machine(lowered.system, model), execution, property);
  if (check.kind === 'accepted' && shown.kind === 'accepted') return { trace: shown.trace, run };
  for (const replayed of [check, shown]) {
    if (replayed.kind === 'rejected') {
      throw new InternalError(`the counterexample to ${property.name} does not replay: ${replayed.why}`);
    }
  }
  return {
    undecided: 'the violation could not be checked: there are too many ways to go on to try them all',
  };
}
