import { binary, conjunction, falsity, int, truth } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { Type } from '../../ir/type.js';
import { invariant } from '../../support/check.js';

/** All values that an expression may have lie between the two, ends included; null: no end. */
export interface Interval {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export const everything: Interval = { lo: null, hi: null };

/** `typeOf` tells the type of a register or cell. */
export function intervalOf(expr: Expr, typeOf: (variable: Expr) => Type): Interval {
  switch (expr.kind) {
    case 'int':
      return { lo: expr.value, hi: expr.value };
    case 'local':
    case 'shared':
      return valuesOf(typeOf(expr));
    case 'unary':
      return negated(intervalOf(expr.arg, typeOf));
    case 'binary': {
      const left = intervalOf(expr.left, typeOf);
      const right = intervalOf(expr.right, typeOf);
      return added(left, expr.op === '+' ? right : negated(right));
    }
    default:
      invariant(false, 'the sums of a machine consist of numbers, registers, cells, + and -');
  }
}

const valuesOf = (type: Type): Interval =>
  type.kind === 'range' ? { lo: type.lo, hi: type.hi } : everything;

const negated = ({ lo, hi }: Interval): Interval => ({
  lo: hi === null ? null : -hi,
  hi: lo === null ? null : -lo,
});

const added = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null || b.lo === null ? null : a.lo + b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi + b.hi,
});

export const mayBe = ({ lo, hi }: Interval, value: bigint): boolean =>
  (lo === null || lo <= value) && (hi === null || value <= hi);

/** What must hold for a value to be one of the type: true if it surely is, false if it cannot be. */
export function guardFor(expr: Expr, { lo, hi }: Interval, type: Type): Expr {
  if (type.kind !== 'range') return truth;
  if ((hi !== null && hi < type.lo) || (lo !== null && lo > type.hi)) return falsity;
  const below = lo !== null && lo >= type.lo;
  const above = hi !== null && hi <= type.hi;
  return conjunction([
    ...(below ? [] : [binary('<=', int(type.lo), expr)]),
    ...(above ? [] : [binary('<=', expr, int(type.hi))]),
  ]);
}
