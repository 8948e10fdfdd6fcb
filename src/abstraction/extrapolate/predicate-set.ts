import { subexpressions } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { normal } from '../normal.js';
import type { Signed } from '../normal.js';
import type { Cube, CubeLiteral, Predicate } from '../predicate.js';

/** Predicates in the order in which they were added, none that says what another one or its negation says. */
export class PredicateSet {
  readonly #predicates: Predicate[] = [];
  readonly #known = new Map<Expr, CubeLiteral>();

  constructor(predicates: Iterable<Predicate> = []) {
    for (const predicate of predicates) this.add(predicate);
  }

  /** Leaves out what is known already, and what speaks of no variable. */
  add(predicate: Predicate): void {
    const { formula, positive } = normal(predicate.formula);
    if (this.#known.has(formula) || !hasVariables(formula)) return;
    this.#known.set(formula, { predicate: this.#predicates.length, positive });
    this.#predicates.push(predicate);
  }

  /** The predicate, or the negation of one, that says what the formula says; null if there is none. */
  find(formula: Expr): CubeLiteral | null {
    const asked = normal(formula);
    const known = this.#known.get(asked.formula);
    return known === undefined ? null : { ...known, positive: known.positive === asked.positive };
  }

  /** The literals over the predicates; null if a formula is not among them, or two literals contradict each other. */
  cube(literals: readonly Signed[]): Cube | null {
    const found = new Map<number, CubeLiteral>();
    for (const { formula, positive } of literals) {
      const known = this.find(formula);
      if (known === null) return null;
      const literal = { ...known, positive: known.positive === positive };
      if (found.get(literal.predicate)?.positive === !literal.positive) return null;
      found.set(literal.predicate, literal);
    }
    return [...found.values()].sort((a, b) => a.predicate - b.predicate);
  }

  all(): readonly Predicate[] {
    return this.#predicates;
  }
}

function hasVariables(formula: Expr): boolean {
  for (const e of subexpressions(formula)) if (e.kind === 'shared' || e.kind === 'local') return true;
  return false;
}
