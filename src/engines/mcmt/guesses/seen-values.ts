import type { ArrayMachine } from '../../../arrays/array-machine.js';
import type { ArrayMove, ArrayRunStep } from '../../../arrays/array-run.js';
import { viewsOf } from '../../../arrays/array-states.js';
import type { ArrayState } from '../../../arrays/array-states.js';
import { at } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';

/** A step between states, by their numbers, and the process whose transition it is; 0: nobody's. */
export interface SeenStep {
  readonly from: number;
  readonly to: number;
  readonly actor: number;
}

export const seenStep = (from: number, move: ArrayMove | ArrayRunStep, to: number): SeenStep => ({
  from,
  to,
  actor: move.kind === 'transition' ? move.step.actor : 0,
});

/**
 * Which values a pending read of a process may get, by the state that all others have come to: those that its process sees, and those
 * that wait in the buffers of others.
 */
export class SeenValues {
  /** Of each state, process and slot: numbers of values as bits. */
  readonly #bits: Int32Array;
  readonly #values: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #slots: number;
  readonly #procs: number;
  readonly #states: number;

  constructor(machine: ArrayMachine, states: readonly ArrayState[]) {
    this.#states = states.length;
    this.#slots = machine.instance.cells.length;
    this.#procs = machine.procs;
    this.#bits = new Int32Array(states.length * this.#stride);
    states.forEach((state, i) => {
      this.#now(i, state);
    });
  }

  of(state: number, process: number, slot: number): readonly number[] {
    const bits = at(this.#bits, this.#place(state, process) + slot);
    return this.#values.filter((_, i) => (bits & bitOf(i)) !== 0);
  }

  get #stride(): number {
    return (this.#procs + 1) * this.#slots;
  }

  #place(state: number, process: number): number {
    return state * this.#stride + process * this.#slots;
  }

  #now(state: number, { cells, buffers }: ArrayState): void {
    viewsOf({ cells, buffers }).forEach((view, process) => {
      const place = this.#place(state, process);
      view.forEach((value, slot) => {
        this.#add(place + slot, value);
      });
      buffers.forEach((buffer, other) => {
        if (other + 1 === process) return;
        for (const { slots, values } of buffer) {
          slots.forEach((slot, i) => {
            this.#add(place + slot, at(values, i));
          });
        }
      });
    });
  }

  #add(place: number, value: number): void {
    const number = remembered(this.#numbers, value, () => this.#values.push(value) - 1);
    this.#bits[place] = at(this.#bits, place) | bitOf(number);
  }

  /**
   * A read comes after the last step of its own process, but not necessarily after those of others: from now on what its process saw
   * since then counts, too. That goes along the steps until nothing changes, but for who makes the step.
   */
  lookBack(steps: readonly SeenStep[]): void {
    const leaving = byNumber(steps, this.#states, ({ from }) => from);
    const isOpen = new Uint8Array(this.#states).fill(1);
    const open = Array.from({ length: this.#states }, (_, i) => this.#states - 1 - i);
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      isOpen[from] = 0;
      for (const { to, actor } of at(leaving, from)) {
        if (!this.#carry(from, to, actor) || isOpen[to] === 1) continue;
        isOpen[to] = 1;
        open.push(to);
      }
    }
  }

  #carry(from: number, to: number, actor: number): boolean {
    let changed = false;
    for (let process = 1; process <= this.#procs; process++) {
      if (process === actor) continue;
      const [source, target] = [this.#place(from, process), this.#place(to, process)];
      for (let slot = 0; slot < this.#slots; slot++) {
        const before = this.#bits[target + slot] ?? 0;
        const after = before | (this.#bits[source + slot] ?? 0);
        if (after === before) continue;
        this.#bits[target + slot] = after;
        changed = true;
      }
    }
    return changed;
  }
}

/** Beyond so many values some share a bit: then more counts as seen than was. */
const bitOf = (number: number): number => 1 << (number % 32);
