import { not, truth } from '../../lang/expr/expr.js';
import { simplified } from '../../lang/expr/substitute.js';
import { ByPlaces } from '../by-places.js';
import type { CommandThread, StateProperty } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import type { Posts } from './posts.js';
import type { PredicateTransformer } from './transformer.js';

/** An invariant or final condition, with the violation of it as a step that states may take. */
export class Condition {
  readonly name: string;
  readonly #violations: ByPlaces<PredicateTransformer | null>;

  constructor(
    readonly property: StateProperty,
    threads: readonly CommandThread[],
    posts: Posts,
  ) {
    this.name = property.property.name;
    this.#violations = new ByPlaces(property.formula, threads, (placed) => {
      const formula = simplified(placed);
      return formula === truth ? null : posts.transformer(conjuncts(not(formula)), []);
    });
  }

  get isFinal(): boolean {
    return this.property.property.kind === 'final';
  }

  /** The step that a state at these locations can take if it may violate the property; null if none can. */
  violation(locations: Int32Array): PredicateTransformer | null {
    return this.#violations.at(locations);
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
