import { replay } from '../evidence/replay.js';
import type { Replayed } from '../evidence/replay.js';
import { replayLasso } from '../evidence/replay-lasso.js';
import type { Execution, Lasso } from '../ir/execution.js';
import type { Property, TemporalProperty } from '../ir/program.js';
import type { Trace } from '../ir/trace.js';
import type { Fairness } from '../memory/fairness.js';
import { Machine } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import { lassoBack } from '../pass/run.js';
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
  const run = { system: lowered.reference, execution: lowered.mapBack(execution), cycle: null };
  const check = replay(new Machine(run.system, model), run.execution, property);
  const shown =
    shows === 'reference' ? check : replay(new Machine(lowered.system, model), execution, property);
  return agreed(check, shown, property, run);
}

/** The same of a run without end. */
export function confirmedLasso(
  lowered: Lowered,
  model: MemoryModel,
  property: TemporalProperty,
  lasso: Lasso,
  fairness: Fairness,
): Confirmation {
  const back = lassoBack(lowered, lasso);
  const run = { system: lowered.reference, execution: back.stem, cycle: back.cycle };
  const check = replayLasso(new Machine(run.system, model), back, property, fairness);
  const shown = replayLasso(new Machine(lowered.system, model), lasso, property, fairness);
  return agreed(check, shown, property, run);
}

function agreed(check: Replayed, shown: Replayed, { name }: Property, run: ViolatingRun): Confirmation {
  if (check.kind === 'accepted' && shown.kind === 'accepted') return { trace: shown.trace, run };
  for (const replayed of [check, shown]) {
    if (replayed.kind === 'rejected') {
      throw new InternalError(`the counterexample to ${name} does not replay: ${replayed.why}`);
    }
  }
  return {
    undecided: 'the violation could not be checked: there are too many ways to go on to try them all',
  };
}
