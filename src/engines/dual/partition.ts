import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { addTo, remembered } from '../../support/remembered.js';
import { opKey } from './dual-program.js';
import type { ProcessKind } from './dual-program.js';

/** Equal keys get equal numbers, counted from 0 in the order of their first. */
export function numbered(keys: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(keys, (key) => remembered(numbers, key, () => numbers.size));
}

/**
 * The coarsest partition of the states that is finer than `first` and in which states of one class do the same into the
 * same classes; classes are numbered from 0.
 */
export function coarsest(kind: ProcessKind, first: Int32Array): Int32Array {
  const partition = new Partition(kind, first);
  partition.refine();
  return numbered(Array.from(partition.classOf, String));
}

/**
 * Refined by what states do. A state is looked at again only when a state that it leads to has changed its class; of the
 * parts of a class the largest keeps the number, so that few change.
 */
class Partition {
  readonly classOf: Int32Array;
  readonly #members: number[][] = [];
  readonly #position: Int32Array;
  readonly #leaving: readonly (readonly { readonly op: number; readonly to: number }[])[];
  readonly #before: readonly (readonly number[])[];

  constructor(kind: ProcessKind, first: Int32Array) {
    this.classOf = first.slice();
    this.#position = new Int32Array(kind.states);
    for (const [state, c] of this.classOf.entries()) this.#join(state, c);
    const ops = numbered(kind.transitions.map((t) => opKey(t.op)));
    const moves = kind.transitions.map(({ from, to }, i) => ({ from, to, op: at(ops, i) }));
    this.#leaving = byNumber(moves, kind.states, (move) => move.from);
    const before = byNumber(moves, kind.states, (move) => move.to);
    this.#before = before.map((list) => list.map(({ from }) => from));
  }

  refine(): void {
    let dirty = new Set(this.classOf.keys());
    while (dirty.size > 0) {
      const parts = new Map<number, Map<string, number[]>>();
      for (const state of dirty) {
        const ofClass = remembered(parts, at(this.classOf, state), () => new Map<string, number[]>());
        addTo(ofClass, this.#signature(state), state);
      }
      const changed: number[] = [];
      for (const [c, ofClass] of parts) this.#split(c, [...ofClass.values()], dirty, changed);
      dirty = new Set(changed.flatMap((state) => at(this.#before, state)));
    }
  }

  #signature(state: number): string {
    const does = at(this.#leaving, state).map(({ op, to }) => `${op}>${at(this.classOf, to)}`);
    return [...new Set(does)].toSorted().join(' ');
  }

  /** The states of the class that were not looked at still do the same as each other, and something else. */
  #split(c: number, parts: readonly number[][], dirty: ReadonlySet<number>, changed: number[]): void {
    const members = at(this.#members, c);
    const rest = members.length - parts.reduce((sum, part) => sum + part.length, 0);
    if (parts.length + (rest > 0 ? 1 : 0) === 1) return;
    const largest = parts.reduce((most, part) => (part.length > most.length ? part : most));
    const leaving = parts.filter((part) => rest >= largest.length || part !== largest);
    if (rest > 0 && rest < largest.length) leaving.push(members.filter((state) => !dirty.has(state)));
    for (const part of leaving) {
      const fresh = this.#members.length;
      for (const state of part) {
        this.#leave(state);
        this.#join(state, fresh);
        changed.push(state);
      }
    }
  }

  #join(state: number, c: number): void {
    while (this.#members.length <= c) this.#members.push([]);
    const members = at(this.#members, c);
    this.#position[state] = members.length;
    this.classOf[state] = c;
    members.push(state);
  }

  #leave(state: number): void {
    const members = at(this.#members, at(this.classOf, state));
    const last = members.pop();
    if (last === undefined || last === state) return;
    const place = at(this.#position, state);
    members[place] = last;
    this.#position[last] = place;
  }
}
