import { falsity, truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { isVariable } from '../lang/expr/substitute.js';

/** The one value that a condition leaves to a variable; null: it is not of that form. */
export function fixedValue(condition: Expr): { readonly variable: Expr; readonly value: Expr } | null {
  if (isVariable(condition)) return { variable: condition, value: truth };
  if (condition.kind === 'unary' && condition.op === '!' && isVariable(condition.arg))
    return { variable: condition.arg, value: falsity };
  if (condition.kind !== 'binary' || condition.op !== '==') return null;
  const { left, right } = condition;
  return isVariable(left) && right.kind === 'int' ? { variable: left, value: right } : null;
}
