import { partsOf } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { isCompareOp } from '../lang/expr/operators.js';
import { isVariable } from '../lang/expr/substitute.js';

/** The comparisons and truth values that a formula is made of. */
export function* atomsOf(formula: Expr): Generator<Expr> {
  if (formula.kind === 'unary' && formula.op === '!') yield* atomsOf(formula.arg);
  else if (formula.kind === 'binary' && isConnective(formula)) {
    yield* atomsOf(formula.left);
    yield* atomsOf(formula.right);
  } else if (formula.kind !== 'bool' && formula.kind !== 'at') yield formula;
}

const connectives: ReadonlySet<string> = new Set(['&&', '||', '->']);

/** Between truth values `==` is one as well. */
const isConnective = ({ op, left, right }: Extract<Expr, { kind: 'binary' }>): boolean =>
  connectives.has(op) || ((op === '==' || op === '!=') && (isCondition(left) || isCondition(right)));

const isCondition = (expr: Expr): boolean =>
  expr.kind === 'bool' ||
  expr.kind === 'at' ||
  (expr.kind === 'unary' && expr.op === '!') ||
  (expr.kind === 'binary' && (isCompareOp(expr.op) || connectives.has(expr.op)));

/** Whether it speaks of values of variables, and not of where threads stand. */
export function isTrackable(formula: Expr): boolean {
  const parts = [...partsOf(formula)];
  return parts.some(isVariable) && parts.every(({ kind }) => kind !== 'at');
}
