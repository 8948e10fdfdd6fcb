import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import { FormulaVariables, zero } from '../formula-variables.js';
import { NormalForms } from './difference-form.js';
import type { DifferenceFormula } from './difference-form.js';
import { DifferenceProcedure } from './procedure.js';
import type { Refutation } from './refutation.js';

/** Finds out why formulas of difference logic contradict each other. */
export class DifferenceRefuter {
  readonly #variables: FormulaVariables;
  readonly #forms: NormalForms;
  readonly #procedure: DifferenceProcedure;
  queries = 0;

  constructor(typeOf: (variable: Expr) => Type) {
    this.#variables = new FormulaVariables(typeOf);
    this.#forms = new NormalForms(this.#variables);
    this.#procedure = new DifferenceProcedure(this.#variables);
  }

  /** Null: it is outside difference logic. */
  form(formula: Expr): DifferenceFormula | null {
    return this.#forms.of(formula);
  }

  refute(formulas: readonly DifferenceFormula[]): Refutation | 'sat' | 'given up' {
    this.queries++;
    return this.#procedure.refute(formulas);
  }

  /** Null: the number is that of the zero. */
  variable(number: number): Expr | null {
    return number === zero ? null : this.#variables.get(number).expr;
  }
}
