import type { Span } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import { textOf } from './scope.js';
import type { FpWorld } from './scope.js';

/** Ranges are integers: they differ in what may be stored, not in what may be computed. */
export type ExprSort = 'int' | 'bool';

export interface TypedExpr {
  readonly expr: Expr;
  readonly sort: ExprSort;
}

export const ofInt = (expr: Expr): TypedExpr => ({ expr, sort: 'int' });
export const ofBool = (expr: Expr): TypedExpr => ({ expr, sort: 'bool' });

export const sortOf = (type: Type): ExprSort => (type.kind === 'bool' ? 'bool' : 'int');

export const sortTitle = (sort: ExprSort): string => (sort === 'int' ? 'an integer' : 'true or false');

/** The expression, if it is of the sort that `who` needs; null after the error, or if there was one before. */
export function need(
  typed: TypedExpr | null,
  sort: ExprSort,
  who: string,
  span: Span,
  world: FpWorld,
): Expr | null {
  if (typed === null || typed.sort === sort) return typed?.expr ?? null;
  const text = textOf(span);
  const message = `${who} must be ${sortTitle(sort)}, but \`${text}\` is ${sortTitle(typed.sort)}`;
  world.bag.report('E301', span, message, conversion(typed, sort, text));
  return null;
}

/** How to write what was probably meant. */
function conversion({ expr }: TypedExpr, wanted: ExprSort, text: string): string | null {
  if (wanted === 'bool') {
    if (expr.kind === 'int') return `write \`${expr.value === 0n ? 'false' : 'true'}\``;
    return `write \`${isSimple(expr) ? text : `(${text})`} != 0\``;
  }
  return expr.kind === 'bool' ? `write \`${expr.value ? 1 : 0}\`` : null;
}

const isSimple = (expr: Expr): boolean => expr.kind !== 'binary' && expr.kind !== 'unary';
