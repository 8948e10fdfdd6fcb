import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';

/** Stands for any value. */
export const anyNumber = 0;

/** Sets of integers, each once, by numbers. */
export class NumberSets {
  /** The members of each set in ascending order; those of `anyNumber` are not listed. */
  readonly #members: (readonly number[])[] = [[]];
  readonly #single = new Map<number, number>();
  readonly #numbers = new Map<string, number>();

  single(value: number): number {
    return remembered(this.#single, value, () => this.#number([value]));
  }

  /** The set with all members of these, which are different sets, and perhaps one of them any value. */
  union(sets: readonly number[]): number {
    if (sets.includes(anyNumber)) return anyNumber;
    const members = new Set(sets.flatMap((set) => at(this.#members, set)));
    return this.#number([...members].sort((a, b) => a - b));
  }

  /** Null: any value. */
  of(values: readonly number[] | null): number {
    return values === null ? anyNumber : this.#number(values);
  }

  /** Null: any value. */
  membersOf(set: number): readonly number[] | null {
    return set === anyNumber ? null : at(this.#members, set);
  }

  #number(members: readonly number[]): number {
    return remembered(this.#numbers, members.join(), () => this.#members.push(members) - 1);
  }
}
