import { isGoal, isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { Execution } from '../../lang/run/execution.js';
import type { Trace } from '../../lang/run/trace.js';
import type { Machine } from '../../memory/machine.js';
import { confirm } from '../replay.js';
import { accessesOf } from '../accesses-of-run.js';
import { blamed } from './blamed-reordering.js';
import { failedFormula } from './failed-formula.js';
import type { EndOfRun } from './failed-formula.js';
import { asides, isLocal } from './steps-that-matter.js';

/** Longer runs are told as they are. */
const mostSteps = 20_000;

/**
 * The trace of a run that violates a property, with what is wrong in the end, what is to blame, and which steps a short telling
 * leaves out. Of a run without end those are the steps that only compute.
 */
export function explained(machine: Machine, execution: Execution, property: Property, asItIs: Trace): Trace {
  const trace: Trace = isGoal(property) ? { ...asItIs, isReached: true } : asItIs;
  if (trace.steps.length > mostSteps) return trace;
  const steps = execution.steps.slice(0, trace.steps.length);
  if (isTemporal(property)) return computingAside(machine, { ...execution, steps }, trace);
  const end = endOf(machine, { ...execution, steps });
  const accesses = accessesOf(machine, { ...execution, steps });
  const failed = failedFormula(machine, end, property);
  const blame = blamed({ machine, execution: { ...execution, steps }, property });
  const left = asides(machine, accesses, { property, state: end.after, blame });
  return {
    ...trace,
    steps: trace.steps.map((step, i) => {
      const aside = left[i] ?? null;
      return aside === null ? step : { ...step, aside };
    }),
    ...(failed === null ? {} : { failed }),
    ...(blame === null ? {} : { blame }),
  };
}

function endOf(machine: Machine, execution: Execution): EndOfRun {
  const start = machine.initial(execution.initial);
  let end: EndOfRun = { step: null, result: null, before: start, after: start };
  confirm(machine, execution, null, (step, result, after, before) => {
    end = { step, result, before, after };
  });
  return end;
}

/** What can be said of runs that violate nothing, or no property that a state or step violates. */
export function computingAside(machine: Machine, execution: Execution, trace: Trace): Trace {
  const { steps } = accessesOf(machine, execution);
  return {
    ...trace,
    steps: trace.steps.map((step, i) => {
      const taken = steps[i];
      const isAside = taken !== undefined && isLocal(taken) && i !== trace.loop && i < steps.length - 1;
      return isAside ? { ...step, aside: 'local' } : step;
    }),
  };
}
