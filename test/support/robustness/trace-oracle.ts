import { choices } from '../../../src/evidence/step-choices.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { initialChoices } from '../plain/exhaustive.js';
import { cycleOf } from './trace-cycles.js';
import type { ExhaustionLimits, OracleVerdict } from './oracle-verdict.js';
import { extended, isComplete, startOf, traceOf } from './traced-run.js';
import type { TracedRun } from './traced-run.js';

/**
 * Goes through all runs of a system, one for each trace; false where there are more than the limits allow. `stops` hears of
 * those whose trace counts, and ends everything by being true.
 *
 * Runs with the same trace differ in the order of steps of different threads and of flushes to different cells only. They are in the
 * same state, what they read later is the same, and so is what they add to the trace: it is enough to go on from one of them.
 */
function everyTrace(machine: Machine, limits: ExhaustionLimits, stops: (run: TracedRun) => boolean): boolean {
  const { most, mostSteps = Infinity } = limits;
  const seen = new Set<string>();
  const stack: TracedRun[] = [];
  let whole = true;
  const add = (run: TracedRun): void => {
    const trace = traceOf(run);
    if (seen.has(trace)) return;
    seen.add(trace);
    stack.push(run);
  };
  for (const choice of initialChoices(machine)) add(startOf(machine, choice));
  for (let run = stack.pop(); run !== undefined; run = stack.pop()) {
    if (seen.size > most) return false;
    if (isComplete(machine, run) && stops(run)) return true;
    const { steps, complete } = choices(machine, run.state);
    invariant(complete, 'a havoc has few values');
    for (const step of steps) {
      const next = extended(machine, run, step);
      if (next === null) continue;
      if (at(next.steps, step.thread).length > mostSteps) whole = false;
      else add(next);
    }
  }
  return whole;
}

/** By Shasha and Snir: whether some computation under the model has a cyclic happens-before relation. */
export function robustByCycles(system: System, model: MemoryModel, limits: ExhaustionLimits): OracleVerdict {
  const machine = new Machine(system, model);
  let why: string | null = null;
  const whole = everyTrace(machine, limits, (run) => {
    const cycle = cycleOf(run);
    if (cycle !== null) why = `${cycle.join(' -> ')} in ${told(machine, run)}`;
    return cycle !== null;
  });
  return verdictOf(why, whole);
}

/** By the definition: whether some trace under the model is none under SC. */
export function robustByTraces(system: System, model: MemoryModel, limits: ExhaustionLimits): OracleVerdict {
  const strong = new Set<string>();
  const isKnown = everyTrace(new Machine(system, sc), limits, (run) => {
    strong.add(traceOf(run));
    return false;
  });
  if (!isKnown) return { kind: 'too-much' };
  const machine = new Machine(system, model);
  let why: string | null = null;
  const whole = everyTrace(machine, limits, (run) => {
    if (!strong.has(traceOf(run))) why = told(machine, run);
    return why !== null;
  });
  return verdictOf(why, whole);
}

function verdictOf(why: string | null, whole: boolean): OracleVerdict {
  if (why !== null) return { kind: 'not-robust', why };
  return whole ? { kind: 'robust' } : { kind: 'too-much' };
}

/** The stores of each cell in order, and where each load has its value from. */
function told({ cells }: Machine, run: TracedRun): string {
  const stores = run.orders.flatMap((order, cell) => {
    const list = order.map(({ node, value }) => `${value} by ${node}`).join(', ');
    return order.length === 0 ? [] : [`${cells.nameOf(at(cells.all(), cell))}: ${list}`];
  });
  const loads = run.loads.map(
    ({ node, cell, source }) => `${node} reads ${cells.nameOf(cell)} of ${source?.node ?? 'the start'}`,
  );
  return [...stores, ...loads].join('; ');
}
