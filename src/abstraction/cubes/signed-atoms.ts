import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import { normal } from '../normal.js';

/** A formula as a number: twice the number of its atom, plus one where that is negated. */
export type SignedAtom = number;

export const negatedAtom = (signed: SignedAtom): SignedAtom => signed ^ 1;

/**
 * Numbers formulas so that a formula and its negation share an atom, however the negation is written: `x != y` is `!(x == y)`,
 * `x >= y` is `!(x < y)`, `x <= y` is `!(y < x)`.
 */
export class SignedAtoms {
  readonly #known = new Map<Expr, SignedAtom>();
  readonly #atoms: Expr[] = [];
  readonly #numbers = new Map<Expr, number>();

  get count(): number {
    return this.#atoms.length;
  }

  signed(formula: Expr): SignedAtom {
    const known = this.#known.get(formula);
    if (known !== undefined) return known;
    const { formula: atom, positive } = normal(formula);
    const signed = positive ? this.#number(atom) : negatedAtom(this.#number(atom));
    this.#known.set(formula, signed);
    return signed;
  }

  formula(signed: SignedAtom): Expr {
    const atom = this.atom(signed);
    return (signed & 1) === 0 ? atom : not(atom);
  }

  atom(signed: SignedAtom): Expr {
    return at(this.#atoms, signed >> 1);
  }

  #number(atom: Expr): SignedAtom {
    const known = this.#numbers.get(atom);
    if (known !== undefined) return 2 * known;
    const number = this.#atoms.length;
    this.#atoms.push(atom);
    this.#numbers.set(atom, number);
    return 2 * number;
  }
}
