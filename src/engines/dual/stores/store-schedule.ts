import { InternalError, at, invariant } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';
import type { DualProgram, DualTransition, Op } from '../dual-program.js';
import { opKey } from '../dual-program.js';
import type { Reduction } from '../reduce-program.js';
import { beginningsOf } from '../schedule.js';
import type { Schedule, ScheduleEvent } from '../schedule.js';
import { anyQueue } from './store-queues.js';
import type { LinkedRun, RunLink } from './store-run.js';
import type { StoreBufferSpace } from './store-space.js';
import { withoutSomewhere } from './store-steps.js';

/**
 * A run of the store-buffer semantics along the configurations that were found. A configuration may stand for fewer messages
 * than there are: those that it does not speak of reach memory together with the next one that it does speak of, or where
 * the buffer has to be empty, right before nobody knows of memory what it holds there.
 */
export function scheduleStores(
  program: DualProgram,
  reduction: Reduction,
  run: LinkedRun,
  space: StoreBufferSpace,
): Schedule {
  const begins = beginningsOf(program, reduction, run);
  const walk = new StoreWalk(program, reduction, space, begins, run.memory);
  for (const link of run.links) {
    for (const { process, cell } of link.drained) walk.drain(process, cell);
    walk.follow(link);
  }
  for (const process of begins.keys()) walk.drainAll(process);
  return { processes: begins, memory: run.memory, events: walk.events };
}

type NumberedTransition = DualTransition & { readonly index: number };

class StoreWalk {
  readonly events: ScheduleEvent[] = [];
  readonly #memory: number[];
  readonly #states: number[];
  /** For each process and cell the messages, oldest first. */
  readonly #buffers: readonly Map<number, number[]>[];
  readonly #leaving: readonly (readonly (readonly NumberedTransition[])[])[];

  constructor(
    program: DualProgram,
    private readonly reduction: Reduction,
    private readonly space: StoreBufferSpace,
    processes: readonly { readonly begin: number }[],
    memory: readonly number[],
  ) {
    this.#memory = [...memory];
    this.#states = processes.map(({ begin }) => begin);
    this.#buffers = processes.map(() => new Map());
    this.#leaving = program.kinds.map(({ transitions, states }) =>
      byNumber(
        transitions.map((t, index) => ({ ...t, index })),
        states,
        (t) => t.from,
      ),
    );
  }

  follow({ process, action, after, local }: RunLink): void {
    if (action.kind === 'step') {
      if (action.step.op.kind === 'locked') this.drainAll(process);
      return this.#take(process, action.by, action.step.transitions);
    }
    const { cell } = action;
    const queue = this.space.undoing.queueOf(local, cell) ?? anyQueue;
    do this.#flush(process, cell);
    while (
      !this.space.boxes.has(after.known, { cell, value: at(this.#memory, cell) }) ||
      !this.space.queues.describes(queue, cell, this.#buffer(process, cell))
    );
  }

  drain(process: number, cell: number): void {
    while (this.#buffer(process, cell).length > 0) this.#flush(process, cell);
  }

  drainAll(process: number): void {
    for (const cell of at(this.#buffers, process).keys()) this.drain(process, cell);
  }

  #buffer(process: number, cell: number): number[] {
    return remembered(at(this.#buffers, process), cell, () => []);
  }

  #flush(process: number, cell: number): void {
    const value = this.#buffer(process, cell).shift();
    invariant(value !== undefined, 'the message that memory needs is in the buffer');
    this.#memory[cell] = value;
    this.events.push({ kind: 'flush', process, cell });
  }

  /** One of these transitions of the reduced program, as the program itself has it. */
  #take(process: number, kind: number, transitions: readonly number[]): void {
    const state = at(this.#states, process);
    const reduced = at(this.reduction.program.kinds, kind).transitions;
    const classOf = at(this.reduction.classOf, kind);
    for (const number of transitions) {
      const { to, op } = at(reduced, withoutSomewhere(reduced, number));
      const taken = at(at(this.#leaving, kind), state).find(
        (t) => at(classOf, t.to) === to && isThe(op, t.op) && this.#isPossible(process, t.op),
      );
      if (taken === undefined) continue;
      this.#states[process] = taken.to;
      this.#perform(process, taken.op);
      this.events.push({ kind: 'take', process, transition: taken.index });
      return;
    }
    throw new InternalError('the process can do what it did backward');
  }

  #isPossible(process: number, op: Op): boolean {
    if (op.kind === 'write') return true;
    return op.reads.every(({ cell, value }) => {
      const newest = this.#buffer(process, cell).at(-1);
      return (newest ?? at(this.#memory, cell)) === value;
    });
  }

  #perform(process: number, op: Op): void {
    if (op.kind === 'write') this.#buffer(process, op.cell).push(op.value);
    if (op.kind !== 'locked') return;
    for (const { cell, value } of op.writes) this.#memory[cell] = value;
  }
}

/** In the reduced program a read that leads to the same whatever the value is has become no read. */
const isThe = (reduced: Op, op: Op): boolean =>
  opKey(reduced) === opKey(op) || (op.kind === 'read' && isNothing(reduced));

const isNothing = (op: Op): boolean => op.kind === 'read' && op.reads.length === 0;
