import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { normal } from '../normal.js';
import { isPositive, literalCode, predicateOf } from './literals.js';
import type { LiteralCode } from './literals.js';

/** A formula as a number, written as literals are: twice the number of its atom, plus one where that is negated. */
export type SignedAtom = LiteralCode;

/**
 * Numbers formulas so that a formula and its negation share an atom, however the negation is written: `x != y` is `!(x == y)`,
 * `x >= y` is `!(x < y)`, `x <= y` is `!(y < x)`.
 */
export class SignedAtoms {
  readonly #known = new Map<Expr, SignedAtom>();
  readonly #atoms: Expr[] = [];
  readonly #numbers = new Map<Expr, number>();

  signed(formula: Expr): SignedAtom {
    return remembered(this.#known, formula, () => {
      const { formula: atom, positive } = normal(formula);
      const number = remembered(this.#numbers, atom, () => this.#atoms.push(atom) - 1);
      return literalCode(number, positive);
    });
  }

  formula(signed: SignedAtom): Expr {
    const atom = this.atom(signed);
    return isPositive(signed) ? atom : not(atom);
  }

  atom(signed: SignedAtom): Expr {
    return at(this.#atoms, predicateOf(signed));
  }
}
