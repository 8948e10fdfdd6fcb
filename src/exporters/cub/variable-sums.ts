import { binary, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { linearSumOf } from '../../lang/expr/linear-sum.js';
import type { LinearSum } from '../../lang/expr/linear-sum.js';

/** Null: it is none, as it multiplies or divides variables. */
export const sumOf = (expr: Expr): LinearSum<Expr> | null =>
  linearSumOf(expr, (leaf) => (isVariable(leaf) ? leaf : null));

const isVariable = ({ kind }: Expr): boolean =>
  kind === 'local' || kind === 'instance-local' || kind === 'shared' || kind === 'param' || kind === 'bound';

/** What a single term of the target can say: a variable or nothing, and a number. */
export interface ShiftedVariable {
  readonly variable: Expr | null;
  readonly by: bigint;
}

/** Null: a single term cannot say it. */
export function shiftedOf(expr: Expr): ShiftedVariable | null {
  const sum = sumOf(expr);
  if (sum === null) return null;
  const { factors, constant } = sum;
  const [first, ...more] = factors;
  if (first === undefined) return { variable: null, by: constant };
  return more.length === 0 && first[1] === 1n ? { variable: first[0], by: constant } : null;
}

/** The simplest expression for the sum of a variable and a number. */
export function shiftedExpr({ variable, by }: ShiftedVariable): Expr {
  if (variable === null) return int(by);
  if (by === 0n) return variable;
  return by > 0n ? binary('+', variable, int(by)) : binary('-', variable, int(-by));
}
