import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { negated } from '../../../lang/expr/simplify.js';
import { mostBits } from './automaton.js';
import type { AtomGuard } from './automaton.js';

const opposites: ReadonlySet<string> = new Set(['!=', '>=', '<=']);

/** Numbers the atoms of formulas; a formula and its negation are one atom. */
export class Atoms {
  readonly #numbers = new Map<Expr, number>();

  get all(): readonly Expr[] {
    return [...this.#numbers.keys()];
  }

  /** What a literal asks of the state. */
  guard(literal: Expr): AtomGuard {
    const isNegative = literal.kind === 'unary' ? literal.op === '!' : isOpposite(literal);
    const atom = isNegative ? negated(literal) : literal;
    const number = this.#numbers.get(atom) ?? this.#numbers.size;
    if (number >= mostBits)
      unsupported(
        `a property that speaks of more than ${mostBits} conditions`,
        null,
        'state it as several properties',
      );
    this.#numbers.set(atom, number);
    const bit = 1 << number;
    return isNegative ? { wants: 0, forbids: bit } : { wants: bit, forbids: 0 };
  }
}

const isOpposite = (literal: Expr): boolean => literal.kind === 'binary' && opposites.has(literal.op);
