import { at } from '../../../support/invariant.js';
import { Ints } from './ints.js';

/** What waits, by priority, and among equals in the order of arrival. */
export class Frontier {
  readonly #lists: Ints[] = [];
  readonly #firsts: number[] = [];
  #lowest = 0;
  count = 0;

  get bytes(): number {
    return this.#lists.reduce((sum, list) => sum + list.bytes, 0);
  }

  add(priority: number, id: number): void {
    while (this.#lists.length <= priority) {
      this.#lists.push(new Ints());
      this.#firsts.push(0);
    }
    at(this.#lists, priority).push(id);
    this.#lowest = Math.min(this.#lowest, priority);
    this.count++;
  }

  /** -1 if nothing waits. */
  take(): number {
    for (; this.#lowest < this.#lists.length; this.#lowest++) {
      const list = at(this.#lists, this.#lowest);
      const first = at(this.#firsts, this.#lowest);
      if (first === list.length) continue;
      this.#firsts[this.#lowest] = first + 1;
      this.count--;
      return list.get(first);
    }
    return -1;
  }
}
