import type { ArrayMachine } from '../../../arrays/array-machine.js';
import type { ArrayMove, ArrayRunStep } from '../../../arrays/array-run.js';
import { viewsOf } from '../../../arrays/array-states.js';
import type { ArrayState } from '../../../arrays/array-states.js';
import { at } from '../../../support/invariant.js';

/** Steps between states: from, to, and the process whose transition it is (0: nobody's), one after the other. */
export class StepList {
  readonly numbers: number[] = [];

  add(from: number, move: ArrayMove | ArrayRunStep, to: number): void {
    this.numbers.push(from, to, move.kind === 'transition' ? move.step.actor : 0);
  }
}

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
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#numbers.set(value, number);
    }
    this.#bits[place] = at(this.#bits, place) | bitOf(number);
  }

  /**
   * A read comes after the last step of its own process, but not necessarily after those of others: from now on what its process saw
   * since then counts, too. That goes along the steps until nothing changes, but for who makes the step.
   */
  lookBack({ numbers: steps }: StepList): void {
    const first = new Int32Array(this.#states + 1);
    for (let s = 0; s < steps.length; s += 3) first[at(steps, s) + 1] = at(first, at(steps, s) + 1) + 1;
    for (let i = 1; i <= this.#states; i++) first[i] = at(first, i) + at(first, i - 1);
    const bySource = new Int32Array(steps.length / 3);
    const next = first.slice();
    for (let s = 0; s < steps.length; s += 3) {
      const from = at(steps, s);
      const place = at(next, from);
      bySource[place] = s;
      next[from] = place + 1;
    }
    const isOpen = new Uint8Array(this.#states).fill(1);
    const open = Array.from({ length: this.#states }, (_, i) => this.#states - 1 - i);
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      isOpen[from] = 0;
      for (let i = at(first, from); i < at(first, from + 1); i++) {
        const s = at(bySource, i);
        const to = at(steps, s + 1);
        if (!this.#carry(from, to, at(steps, s + 2)) || isOpen[to] === 1) continue;
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
