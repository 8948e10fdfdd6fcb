import type { Expr } from '../lang/expr/expr.js';
import { defaultOf } from '../lang/expr/type.js';
import type { SmtModel } from './smt.js';
import type { FormulaVariables } from './formula-variables.js';

/** A model of one solver session. It grows with the session's variables: each has its type's default at first. */
export class SessionModel implements SmtModel {
  /** The values are kept, not copied. */
  constructor(
    private readonly variables: FormulaVariables,
    private readonly known: number[],
  ) {}

  get values(): readonly number[] {
    const { known, variables } = this;
    for (let number = known.length; number < variables.size; number++) known.push(variables.initial(number));
    return known;
  }

  value(variable: Expr): bigint {
    const number = this.variables.find(variable);
    const value = number === undefined ? undefined : this.values[number];
    if (value !== undefined && Number.isSafeInteger(value)) return BigInt(value);
    return defaultOf(this.variables.typeOf(variable));
  }
}

/** Null if some value is not exact. */
export function modelOf(variables: FormulaVariables, values: number[]): SessionModel | null {
  return values.every((value) => Number.isSafeInteger(value)) ? new SessionModel(variables, values) : null;
}
