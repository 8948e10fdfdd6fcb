import { canProceed } from '../../evidence/deadlock.js';
import type { Step } from '../../ir/execution.js';
import type { ThreadId } from '../../ir/ids.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { at } from '../../support/check.js';
import type { Occurrence } from './occurrences.js';

/** A cycle: its steps, from this number on to that one, and the states before them. */
export interface Round {
  readonly steps: readonly Step[];
  readonly states: readonly MachineState[];
  readonly from: number;
  readonly to: number;
}

/**
 * The threads that never move in a cycle that is weakly fair: each is unable to in some state. With more of their own
 * writes atomic they still are. Null: one of them is so in states only that other choices of writes may leave out.
 */
export function restingThreads(
  machine: Machine,
  { steps, states, from, to }: Round,
  occurrences: readonly Occurrence[],
): readonly ThreadId[] | null {
  // While somebody is inside a section nobody else can move: that is no proof.
  const isInside = (n: number): boolean =>
    machine.atomicThread(at(states, n)) !== null || occurrences.some((o) => o.from < n && n < o.to);
  const places = Array.from({ length: to - from }, (_, i) => from + i).filter((n) => !isInside(n));
  const resting = machine.system.threads
    .map(({ id }) => id)
    .filter((id) => !steps.slice(from, to).some((step) => step.kind === 'edge' && step.thread === id));
  const rests = (id: ThreadId): boolean => places.some((n) => !canMove(machine, at(states, n), id));
  return resting.every(rests) ? resting : null;
}

/** Not known to be unable counts as able. */
const canMove = (machine: Machine, state: MachineState, thread: ThreadId): boolean =>
  canProceed(machine, state, (step) => step.kind === 'edge' && step.thread === thread) !== false;
