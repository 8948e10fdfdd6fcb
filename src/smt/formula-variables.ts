import type { Expr } from '../lang/expr/expr.js';
import { isTruth } from '../lang/expr/truth.js';
import { defaultOf } from '../lang/expr/type.js';
import type { Type } from '../lang/expr/type.js';
import { isVariable } from '../lang/expr/substitute.js';
import { InternalError, at } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';

/** Stands for the number 0 wherever a variable is expected: a bound is a difference to it. */
export const zero = 0;

export interface NumberedVariable {
  readonly expr: Expr;
  readonly type: Type;
  /** As a machine number; NaN if that would not be exact. */
  readonly initial: number;
}

/** The variables of all formulas so far, numbered from 1 in the order in which they were met. */
export class FormulaVariables {
  readonly #numbers = new Map<Expr, number>();
  readonly #list: NumberedVariable[] = [];

  constructor(readonly typeOf: (variable: Expr) => Type) {}

  /** Including the zero. */
  get size(): number {
    return this.#list.length + 1;
  }

  numberOf(variable: Expr): number {
    return remembered(this.#numbers, variable, () => {
      if (!isVariable(variable)) throw new InternalError(`a formula for the solver has no ${variable.kind}`);
      const type = this.typeOf(variable);
      return this.#list.push({ expr: variable, type, initial: exactNumber(defaultOf(type)) });
    });
  }

  find(variable: Expr): number | undefined {
    return this.#numbers.get(variable);
  }

  get(number: number): NumberedVariable {
    return at(this.#list, number - 1);
  }

  initial(number: number): number {
    return number === zero ? 0 : this.get(number).initial;
  }

  /** Whether an expression is a truth value; else it is an integer. */
  isTruth(expr: Expr): boolean {
    if (expr.kind === 'local' || expr.kind === 'shared')
      return this.get(this.numberOf(expr)).type.kind === 'bool';
    return isTruth(expr, { shared: [], locals: [] });
  }
}

/** NaN if a machine number does not hold the value exactly. */
export function exactNumber(value: bigint): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : Number.NaN;
}
