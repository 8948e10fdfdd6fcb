import { isRun } from '../arrays/array-run.js';
import { arrayTrace } from '../arrays/array-trace.js';
import type { ArrayEvidence, ProgramEvidence } from '../engines/question.js';
import { replay } from '../evidence/replay.js';
import type { Replayed } from '../evidence/replay.js';
import { explained } from '../evidence/told/explain-run.js';
import { replayLasso } from '../evidence/replay-lasso.js';
import { isTemporal } from '../lang/program/program.js';
import type { Property } from '../lang/program/program.js';
import type { Execution } from '../lang/run/execution.js';
import type { Trace } from '../lang/run/trace.js';
import type { Safe, Verdict } from '../lang/run/verdict.js';
import { fairnessFor, fairnessNamed } from '../memory/fairness.js';
import type { FairnessName } from '../memory/fairness.js';
import { Machine } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import { lassoBack } from '../pass/run-pipeline.js';
import { InternalError, invariant } from '../support/invariant.js';
import type { ViolatingRun } from './report.js';

/** What the plain semantics says of a violation that an engine has found. It is never taken back: a run that is none is a bug. */
export type Confirmation = Exclude<Verdict<ShownViolation>, Safe>;

export interface ShownViolation {
  readonly trace: Trace;
  /** Of what is violated, if that is known better now. */
  readonly line?: number | null;
  readonly run?: ViolatingRun;
  readonly arrayRun?: ArrayEvidence;
}

/**
 * No `unsafe` leaves without having been run again by the plain semantics: the run of what the engine got, led back to the
 * program as it was lowered. Where the engine got that program's own steps, what is shown are the engine's.
 */
export function confirmedRun(
  evidence: ProgramEvidence,
  { model, fairness }: { readonly model: MemoryModel; readonly fairness?: FairnessName },
): Confirmation {
  const { lowered, property, execution, cycle, shows } = evidence;
  const { reference, system, procs } = lowered;
  if (cycle === null) {
    const run = { system: reference, procs, execution: lowered.mapBack(execution), cycle: null };
    const spelt: PlainRun = { machine: new Machine(reference, model), execution: run.execution };
    const seen: PlainRun = shows === 'reference' ? spelt : { machine: new Machine(system, model), execution };
    const check = replay(spelt.machine, spelt.execution, property);
    const shown = seen === spelt ? check : replay(seen.machine, seen.execution, property);
    return agreed(check, told(shown, seen, property), property, run);
  }
  invariant(isTemporal(property), 'what a run without end violates is a property of runs');
  const fair = fairnessNamed(fairnessFor(property, fairness));
  const lasso = { stem: execution, cycle };
  const back = lassoBack(lowered, lasso);
  const run = { system: reference, procs, execution: back.stem, cycle: back.cycle };
  const check = replayLasso(new Machine(reference, model), back, property, fair);
  const machine = new Machine(system, model);
  const shown = replayLasso(machine, lasso, property, fair);
  // Sometimes the second time round is the cycle.
  const seen = { machine, execution: { ...execution, steps: [...execution.steps, ...cycle, ...cycle] } };
  return agreed(check, told(shown, seen, property), property, run);
}

interface PlainRun {
  readonly machine: Machine;
  readonly execution: Execution;
}

const told = (shown: Replayed, { machine, execution }: PlainRun, property: Property): Replayed =>
  shown.kind === 'accepted'
    ? { ...shown, trace: explained(machine, execution, property, shown.trace) }
    : shown;

function agreed(check: Replayed, shown: Replayed, { name }: Property, run: ViolatingRun): Confirmation {
  if (check.kind === 'accepted' && shown.kind === 'accepted')
    return { kind: 'unsafe', trace: shown.trace, run };
  for (const replayed of [check, shown]) {
    if (replayed.kind === 'rejected') {
      throw new InternalError(`the counterexample to ${name} does not replay: ${replayed.why}`);
    }
  }
  return {
    kind: 'unknown',
    reason: 'unconfirmed',
    detail: 'the violation could not be checked: there are too many ways to go on to try them all',
  };
}

/** The same of an array-based system: its run is gone through once more. */
export function confirmedArrayRun(evidence: ArrayEvidence): Confirmation {
  const { machine, run, target, procs } = evidence;
  const goal = machine
    .clause(machine.clauseOf(target))
    .find((instance) => instance.procs.every((p, i) => p === procs[i]));
  invariant(goal !== undefined && isRun(machine, run, goal), 'a counterexample is a run of the system');
  return { kind: 'unsafe', trace: arrayTrace(machine, run, target, procs), arrayRun: evidence };
}
