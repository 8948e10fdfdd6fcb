import { subexpressions } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { remembered } from '../support/remembered.js';
import type { CommandThread } from './command-program.js';
import { placed } from './placed.js';

/** Where the first threads stand, as far as a formula asks: what follows by the answer for the next thread. */
interface PlaceNode<T> {
  readonly next: (PlaceNode<T> | undefined)[];
  /** Of all threads; not made yet where it is absent. */
  made?: { readonly of: T };
}

/** What is made of a formula where the threads stand: once for all places that the formula does not tell apart. */
export class ByPlaces<T> {
  /** By thread and location: a number for those of the labels asked for that are there. */
  readonly #labels: readonly (readonly number[])[];
  readonly #root: PlaceNode<T> = { next: [] };

  constructor(
    private readonly formula: Expr,
    private readonly threads: readonly CommandThread[],
    private readonly make: (placed: Expr) => T,
  ) {
    const asked = [...subexpressions(formula)].filter((part) => part.kind === 'at');
    this.#labels = threads.map(({ id, locations }) => {
      const labels = asked.filter(({ thread }) => thread === id).map(({ label }) => label);
      const numbers = new Map<string, number>();
      return locations.map((location) => {
        const here = labels.map((label) => location.labels.includes(label)).join();
        return remembered(numbers, here, () => numbers.size);
      });
    });
  }

  at(locations: ArrayLike<number>): T {
    let place = this.#root;
    for (let t = 0; t < locations.length; t++) {
      place = place.next[this.#labels[t]?.[locations[t] ?? 0] ?? 0] ??= { next: [] };
    }
    place.made ??= { of: this.make(placed(this.formula, this.threads, locations)) };
    return place.made.of;
  }
}
