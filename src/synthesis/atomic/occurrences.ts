import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Step } from '../../lang/run/execution.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { at, invariant } from '../../support/invariant.js';
import { begins } from './with-atomic.js';

/** A transition that writes, as it is taken in a run, with the own flushes that come at once behind it. */
export interface WriteOccurrence {
  readonly thread: ThreadId;
  readonly transition: number;
  readonly before: MachineState;
  readonly after: MachineState;
  /** The number of the step that begins it, and of the first step behind it. */
  readonly from: number;
  readonly to: number;
  /** Variables with writes in the own buffer at the end. */
  readonly waiting: ReadonlySet<SharedId>;
}

/** The states of a run, the initial one first. An assert that fails stops no run; a fault ends it, and has no state. */
export function statesOf(
  machine: Machine,
  initial: MachineState,
  steps: readonly Step[],
): readonly MachineState[] {
  const states = [initial];
  for (const step of steps) {
    const result = machine.take(at(states, states.length - 1), step);
    invariant(result.kind !== 'blocked', 'a run that was replayed runs again');
    if (result.kind === 'fault') break;
    states.push(result.state);
  }
  return states;
}

export function occurrencesOf(
  machine: Machine,
  steps: readonly Step[],
  states: readonly MachineState[],
): readonly WriteOccurrence[] {
  const found: WriteOccurrence[] = [];
  for (const [from, step] of steps.entries()) {
    if (step.kind !== 'edge') continue;
    const { thread } = step;
    const edge = machine.edge(thread, step.edge);
    if (edge.transition === undefined || !begins(machine.thread(thread), edge)) continue;
    const to = endOf(machine, steps, states, from);
    const after = at(states, Math.min(to, states.length - 1));
    const waiting = new Set(
      at(after.buffers, thread).flatMap((entry) =>
        entry.kind === 'write' ? [machine.cells.variable(entry.cell).id] : [],
      ),
    );
    const before = at(states, from);
    found.push({ thread, transition: edge.transition, before, after, from, to, waiting });
  }
  return found;
}

/** Behind the last own step of the transition and the own flushes that follow it. */
function endOf(
  machine: Machine,
  steps: readonly Step[],
  states: readonly MachineState[],
  from: number,
): number {
  const { thread } = at(steps, from);
  let to = from + 1;
  for (; to < steps.length && to < states.length; to++) {
    const step = at(steps, to);
    const isInside = machine.place(at(states, to), thread).atomic;
    if (!isInside && !(step.kind === 'flush' && step.thread === thread)) break;
  }
  return to;
}
