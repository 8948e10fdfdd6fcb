import { expressionsRead } from '../../lang/program/actions.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { Step } from '../../lang/run/execution.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Edge } from '../../lang/program/system.js';
import { Machine } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import type { WriteSite } from '../../pass/write-sites.js';
import { unrolled } from './clause-of-run.js';
import type { ChosenRun } from './clause-of-run.js';

/** A write that waited in a buffer, and how often other threads touched its variable meanwhile. */
interface Hazard {
  readonly site: WriteSite;
  readonly accesses: number;
}

/**
 * Paper 004, section IV: the write to make atomic is that of the hazard interval with the most inconsistent accesses, the
 * earliest one among equals. An interval lasts from the write to the first flush of its variable by the thread, or to the
 * end of the run; an access is a step of another thread that reads or writes the variable. Null: there is none.
 */
export function mostHazardous(
  run: ChosenRun,
  model: MemoryModel,
  sites: readonly WriteSite[],
): WriteSite | null {
  const machine = new Machine(run.system, model);
  const { steps, once } = unrolled(run);
  const hazards = steps.slice(0, once).flatMap((step, i): readonly Hazard[] => {
    if (step.kind !== 'edge') return [];
    const edge = machine.edge(step.thread, step.edge);
    return bufferedBy(edge).flatMap((variable) => {
      const site = sites.find((s) => s.transition === edge.transition && s.variable === variable);
      return site === undefined ? [] : [{ site, accesses: accessesBehind(machine, steps, i, variable) }];
    });
  });
  const worst = hazards.reduce<Hazard | null>(
    (most, hazard) => (hazard.accesses > (most?.accesses ?? 0) ? hazard : most),
    null,
  );
  return worst?.site ?? null;
}

const bufferedBy = ({ actions }: Edge): readonly SharedId[] => [
  ...new Set(actions.flatMap((a) => (a.kind === 'store' && !a.locked ? [a.shared] : []))),
];

function accessesBehind(machine: Machine, steps: readonly Step[], write: number, variable: SharedId): number {
  const thread = steps[write]?.thread;
  const isLeaving = (step: Step): boolean =>
    step.kind === 'flush' && step.thread === thread && machine.cells.variable(step.cell).id === variable;
  const rest = steps.slice(write + 1);
  const end = rest.findIndex(isLeaving);
  const meanwhile = end < 0 ? rest : rest.slice(0, end);
  return meanwhile.filter(
    (step) =>
      step.kind === 'edge' &&
      step.thread !== thread &&
      touches(machine.edge(step.thread, step.edge), variable),
  ).length;
}

const touches = ({ actions }: Edge, variable: SharedId): boolean =>
  actions.some(
    (action) =>
      (action.kind === 'store' && action.shared === variable) ||
      expressionsRead(action).some((expr) => sharedReads(expr).some((read) => read.shared === variable)),
  );
