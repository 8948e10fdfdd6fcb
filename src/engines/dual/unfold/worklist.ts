import { at } from '../../../support/invariant.js';

/** What is to be done. */
export class Worklist<T> {
  #items: T[] = [];
  #next = 0;

  get size(): number {
    return this.#items.length - this.#next;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The oldest item. */
  shift(): T | null {
    if (this.size === 0) return null;
    const item = at(this.#items, this.#next++);
    // What is done is let go of now and then, not each time.
    if (this.#next > 4096 && this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }

  /** The newest item. */
  pop(): T | null {
    return this.size === 0 ? null : (this.#items.pop() ?? null);
  }
}
