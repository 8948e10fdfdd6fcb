import { choices } from '../../../src/evidence/step-choices.js';
import { initialChoices } from '../plain/exhaustive.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { invariant } from '../../../src/support/invariant.js';
import { isCyclic } from './happens-before.js';
import { extended, isComplete, startOf, traceOf } from './traced-run.js';
import type { TracedRun } from './traced-run.js';

/**
 * Goes through all runs of a system without loops, one for each trace; false beyond `most` of them. `complete` hears of those
 * whose trace counts and stops everything by returning true.
 *
 * Every step is in the trace but for when flushes to different cells and steps of different threads follow each other, and on that
 * neither the state nor the continuations depend: so it is enough to go on from one run for each trace.
 */
function everyTrace(machine: Machine, most: number, complete: (run: TracedRun) => boolean): boolean {
  const seen = new Set<string>();
  const stack: TracedRun[] = [];
  const add = (run: TracedRun): void => {
    const trace = traceOf(run);
    if (seen.has(trace)) return;
    seen.add(trace);
    stack.push(run);
  };
  for (const choice of initialChoices(machine)) add(startOf(machine, choice));
  for (let run = stack.pop(); run !== undefined; run = stack.pop()) {
    if (seen.size > most) return false;
    if (isComplete(machine, run) && complete(run)) return true;
    const { steps, complete: all } = choices(machine, run.state);
    invariant(all, 'a havoc has few values');
    for (const step of steps) {
      const next = extended(machine, run, step);
      if (next !== null) add(next);
    }
  }
  return true;
}

/** Whether no computation under the model has a cyclic happens-before relation; null beyond `most` traces. */
export function isRobustByCycles(system: System, model: MemoryModel, most: number): boolean | null {
  let robust = true;
  const whole = everyTrace(new Machine(system, model), most, (run) => {
    robust = !isCyclic(run);
    return !robust;
  });
  return whole ? robust : null;
}

/** The traces of all complete runs; null beyond `most`. */
function tracesOf(machine: Machine, most: number): ReadonlySet<string> | null {
  const traces = new Set<string>();
  const whole = everyTrace(machine, most, (run) => {
    traces.add(traceOf(run));
    return false;
  });
  return whole ? traces : null;
}

/** The same by the definition: whether every trace under the model is one under SC. */
export function isRobustByTraces(system: System, model: MemoryModel, most: number): boolean | null {
  const strong = tracesOf(new Machine(system, sc), most);
  if (strong === null) return null;
  let robust = true;
  const whole = everyTrace(new Machine(system, model), most, (run) => {
    robust = strong.has(traceOf(run));
    return !robust;
  });
  return whole ? robust : null;
}
