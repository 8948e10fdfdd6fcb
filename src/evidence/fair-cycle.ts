import type { Step } from '../lang/run/execution.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { Fairness } from '../memory/fairness.js';
import type { Machine, MachineState } from '../memory/machine.js';
import { at } from '../support/invariant.js';
import { canProceed } from './deadlock.js';

/** A step of a cycle, from this state. */
export interface CycleStep {
  readonly before: MachineState;
  readonly step: Step;
}

/** Why a cycle that is repeated for ever is not fair; null: it is. By the definitions, queue by queue and thread by thread. */
export function unfairness(machine: Machine, cycle: readonly CycleStep[], fairness: Fairness): string | null {
  return (
    (fairness.flush ? forgottenWrite(machine, cycle) : null) ??
    (fairness.weak ? forgottenThread(machine, cycle) : null)
  );
}

/** A thread and a cell: an entry is always there, and none of them ever leaves. */
function forgottenWrite(machine: Machine, cycle: readonly CycleStep[]): string | null {
  for (const { id, name } of machine.system.threads) {
    for (const cell of machine.cells.all()) {
      const isIdle = ({ before, step }: CycleStep): boolean =>
        at(before.buffers, id).every((entry) => entry.kind !== 'write' || entry.cell !== cell) ||
        (step.kind === 'flush' && step.thread === id && step.cell === cell);
      if (cycle.length > 0 && !cycle.some(isIdle))
        return `a write of ${name} to ${machine.cells.nameOf(cell)} stays in its buffer for ever`;
    }
  }
  return null;
}

/** A thread that could always move, and never does. */
function forgottenThread(machine: Machine, cycle: readonly CycleStep[]): string | null {
  for (const { id, name } of machine.system.threads) {
    if (cycle.some(({ step }) => step.kind === 'edge' && step.thread === id)) continue;
    const outside = cycle.filter(({ before }) => machine.atomicThread(before) === null);
    // Not known to be able counts as able: such a cycle is not said to be fair.
    const rests = outside.some(({ before }) => canMove(machine, before, id) === false);
    if (!rests && cycle.length > 0) return `${name} could always move and never does`;
  }
  return null;
}

/** Whether the thread itself can make a complete step, flushes not counted; null: not found out within the limits. */
export const canMove = (machine: Machine, state: MachineState, thread: ThreadId): boolean | null =>
  canProceed(machine, state, (step) => step.kind === 'edge' && step.thread === thread);
