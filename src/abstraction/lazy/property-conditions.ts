import { not, subexpressions, truth } from '../../lang/expr/expr.js';
import { substituted } from '../../lang/expr/substitute.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CommandThread, StateProperty } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { placed } from '../placed.js';
import type { Posts } from './posts.js';
import type { PredicateTransformer } from './transformer.js';

/** An invariant or final condition, with the violation of it as a step that states may take. */
export class Condition {
  readonly name: string;
  /** By thread and location: which of its `at` hold there, as a digit of the key of a place. */
  readonly #digits: readonly (readonly number[])[];
  readonly #radix: readonly number[];
  readonly #labels: readonly ReadonlySet<string>[];
  /** Numbers tell places apart as long as there are not too many. */
  readonly #numbersSuffice: boolean;
  readonly #violations = new Map<number | string, PredicateTransformer | null>();

  constructor(
    readonly property: StateProperty,
    private readonly threads: readonly CommandThread[],
    private readonly posts: Posts,
  ) {
    this.name = property.property.name;
    const labels = threads.map(() => new Set<string>());
    for (const part of subexpressions(property.formula))
      if (part.kind === 'at') at(labels, part.thread).add(part.label);
    this.#labels = labels;
    const digits = threads.map((t) => this.#digitsOf(t));
    this.#digits = digits.map((d) => d.byLocation);
    this.#radix = digits.map((d) => d.radix);
    this.#numbersSuffice =
      this.#radix.reduce((product, radix) => product * radix, 1) <= Number.MAX_SAFE_INTEGER;
  }

  get isFinal(): boolean {
    return this.property.property.kind === 'final';
  }

  /** The step that a state at these locations can take if it may violate the property; null if none can. */
  violation(locations: Int32Array): PredicateTransformer | null {
    const key = this.#numbersSuffice ? this.#number(locations) : this.#digitsAt(locations).join();
    return remembered(this.#violations, key, () => this.#made(locations));
  }

  #number(locations: Int32Array): number {
    let key = 0;
    for (let t = 0; t < locations.length; t++) {
      key = key * (this.#radix[t] ?? 1) + (this.#digits[t]?.[locations[t] ?? 0] ?? 0);
    }
    return key;
  }

  #digitsAt(locations: Int32Array): readonly number[] {
    return [...locations].map((location, t) => this.#digits[t]?.[location] ?? 0);
  }

  #made(locations: Int32Array): PredicateTransformer | null {
    const here = placed(this.property.formula, this.threads, locations);
    const formula = substituted(here, (variable) => variable);
    return formula === truth ? null : this.posts.transformer(conjuncts(not(formula)), []);
  }

  #digitsOf({ id, locations }: CommandThread): { readonly byLocation: number[]; readonly radix: number } {
    const wanted = at(this.#labels, id);
    const digits = new Map<string, number>();
    const byLocation = locations.map(({ labels }) => {
      const key = labels
        .filter((l) => wanted.has(l))
        .sort()
        .join(' ');
      const digit = digits.get(key) ?? digits.size;
      digits.set(key, digit);
      return digit;
    });
    return { byLocation, radix: digits.size };
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
