import { not, subexpressions, truth } from '../../lang/expr/expr.js';
import { simplified } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';
import type { CommandThread, StateProperty } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { placed } from '../placed.js';
import type { Posts } from './posts.js';
import type { PredicateTransformer } from './transformer.js';

/** Where the first threads stand, as far as a property asks: what follows by the answer for the next thread. */
interface PlaceNode {
  readonly next: (PlaceNode | undefined)[];
  /** Of all threads; not made yet where it is absent. */
  violation?: PredicateTransformer | null;
}

/** An invariant or final condition, with the violation of it as a step that states may take. */
export class Condition {
  readonly name: string;
  /** By thread and location: a number for those of the labels asked for that are there. */
  readonly #labels: readonly (readonly number[])[];
  readonly #places: PlaceNode = { next: [] };

  constructor(
    readonly property: StateProperty,
    private readonly threads: readonly CommandThread[],
    private readonly posts: Posts,
  ) {
    this.name = property.property.name;
    const asked = [...subexpressions(property.formula)].filter((part) => part.kind === 'at');
    this.#labels = threads.map(({ id, locations }) => {
      const labels = asked.filter(({ thread }) => thread === id).map(({ label }) => label);
      const numbers = new Map<string, number>();
      return locations.map((location) => {
        const here = labels.map((label) => location.labels.includes(label)).join();
        return remembered(numbers, here, () => numbers.size);
      });
    });
  }

  get isFinal(): boolean {
    return this.property.property.kind === 'final';
  }

  /** The step that a state at these locations can take if it may violate the property; null if none can. */
  violation(locations: Int32Array): PredicateTransformer | null {
    let place = this.#places;
    for (let t = 0; t < locations.length; t++) {
      place = place.next[this.#labels[t]?.[locations[t] ?? 0] ?? 0] ??= { next: [] };
    }
    if (place.violation === undefined) place.violation = this.#made(locations);
    return place.violation;
  }

  #made(locations: Int32Array): PredicateTransformer | null {
    const formula = simplified(placed(this.property.formula, this.threads, locations));
    return formula === truth ? null : this.posts.transformer(conjuncts(not(formula)), []);
  }
}

/** The conditions among the wanted properties. */
export function conditionsOf(
  properties: readonly StateProperty[],
  wanted: ReadonlySet<string>,
  threads: readonly CommandThread[],
  posts: Posts,
): readonly Condition[] {
  return properties.filter((p) => wanted.has(p.property.name)).map((p) => new Condition(p, threads, posts));
}
