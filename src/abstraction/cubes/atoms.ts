import { binary, equal, exprId, not } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { at } from '../../support/check.js';

/** A formula as a number: twice the number of its atom, plus one where that is negated. */
export type SignedAtom = number;

export const negatedAtom = (signed: SignedAtom): SignedAtom => signed ^ 1;

/**
 * Numbers formulas so that a formula and its negation share an atom, however the negation is written: `x != y` is `!(x == y)`,
 * `x >= y` is `!(x < y)`, `x <= y` is `!(y < x)`.
 */
export class Atoms {
  readonly #known = new Map<Expr, SignedAtom>();
  readonly #atoms: Expr[] = [];
  readonly #numbers = new Map<Expr, number>();

  get count(): number {
    return this.#atoms.length;
  }

  signed(formula: Expr): SignedAtom {
    const known = this.#known.get(formula);
    if (known !== undefined) return known;
    const signed = this.#signed(formula);
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

  #signed(formula: Expr): SignedAtom {
    if (formula.kind === 'unary' && formula.op === '!') return negatedAtom(this.signed(formula.arg));
    if (formula.kind !== 'binary') return this.#number(formula);
    const { op, left, right } = formula;
    switch (op) {
      case '==':
        return this.#number(exprId(left) <= exprId(right) ? formula : equal(right, left));
      case '!=':
        return negatedAtom(this.signed(equal(left, right)));
      case '>':
        return this.#number(binary('<', right, left));
      case '>=':
        return negatedAtom(this.#number(binary('<', left, right)));
      case '<=':
        return negatedAtom(this.#number(binary('<', right, left)));
      default:
        return this.#number(formula);
    }
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
