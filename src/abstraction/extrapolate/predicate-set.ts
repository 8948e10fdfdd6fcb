import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { normal } from '../normal.js';
import type { Signed } from '../normal.js';
import { distinctCubes, literalCode, negated } from '../cubes/literals.js';
import type { CubeCode, LiteralCode } from '../cubes/literals.js';
import type { Predicate } from '../predicate.js';

/** Predicates in the order in which they were added, none that says what another one or its negation says. */
export class PredicateSet {
  readonly #predicates: Predicate[] = [];
  readonly #known = new Map<Expr, LiteralCode>();

  constructor(predicates: Iterable<Predicate> = []) {
    for (const predicate of predicates) this.add(predicate);
  }

  /** Leaves out what is known already, and what speaks of no variable. */
  add(predicate: Predicate): void {
    const { formula, positive } = normal(predicate.formula);
    if (this.#known.has(formula) || variablesOf(formula).size === 0) return;
    this.#known.set(formula, literalCode(this.#predicates.length, positive));
    this.#predicates.push(predicate);
  }

  /** The literals over the predicates; null if a formula is not among them, or two literals contradict each other. */
  #cube(literals: readonly Signed[]): CubeCode | null {
    const found = new Set<LiteralCode>();
    for (const { formula, positive } of literals) {
      const asked = normal(formula);
      const known = this.#known.get(asked.formula);
      if (known === undefined) return null;
      const literal = asked.positive === positive ? known : negated(known);
      if (found.has(negated(literal))) return null;
      found.add(literal);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The cubes of all lists of literals that make one, each once. */
  cubes(lists: readonly (readonly Signed[])[]): readonly CubeCode[] {
    const found = lists.map((literals) => this.#cube(literals)).filter((cube) => cube !== null);
    return distinctCubes(found).filter((cube) => cube.length > 0);
  }

  all(): readonly Predicate[] {
    return this.#predicates;
  }
}
