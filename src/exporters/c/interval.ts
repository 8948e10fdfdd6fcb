import { constantValue } from '../../ir/constant.js';
import type { Expr } from '../../ir/expr.js';
import type { Program } from '../../ir/program.js';
import type { Type } from '../../ir/type.js';
import { at, invariant } from '../../support/check.js';

/** Integers from `lo` to `hi`. */
export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const int32: Interval = { lo: -(2n ** 31n), hi: 2n ** 31n - 1n };

export const within = (inner: Interval, outer: Interval): boolean =>
  outer.lo <= inner.lo && inner.hi <= outer.hi;

export const includes = (interval: Interval, value: bigint): boolean =>
  interval.lo <= value && value <= interval.hi;

/** The nearest integer of 32 bits. */
export const clamped = (value: bigint): bigint =>
  value < int32.lo ? int32.lo : value > int32.hi ? int32.hi : value;

/** What a variable of the type can hold in C. */
export function intervalOfType(type: Type): Interval {
  switch (type.kind) {
    case 'int':
      return int32;
    case 'range':
      return capped({ lo: type.lo, hi: type.hi });
    case 'bool':
      return { lo: 0n, hi: 1n };
  }
}

export type Variables = Pick<Program, 'shared' | 'locals'>;

/** Where the value of an integer expression lies, by the types of its variables; what leaves 32 bits is asserted away. */
export const intervalOf = (expr: Expr, variables: Variables): Interval =>
  capped(rawInterval(expr, variables));

/** The same before the check that the last operation stays within 32 bits. */
export function rawInterval(expr: Expr, variables: Variables): Interval {
  const constant = constantValue(expr);
  if (typeof constant === 'bigint') return { lo: constant, hi: constant };
  switch (expr.kind) {
    case 'shared':
      return intervalOfType(at(variables.shared, expr.shared).type);
    case 'local':
      return intervalOfType(at(variables.locals, expr.local).type);
    case 'unary': {
      const { lo, hi } = intervalOf(expr.arg, variables);
      return { lo: -hi, hi: -lo };
    }
    case 'binary':
      return ofOperation(expr.op, intervalOf(expr.left, variables), intervalOf(expr.right, variables));
    default:
      return int32;
  }
}

function ofOperation(op: string, a: Interval, b: Interval): Interval {
  switch (op) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-':
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case '*':
      return hull([a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi]);
    case '/':
      return quotient(a, b);
    case '%':
      return remainder(a, b);
    default:
      invariant(false, 'an integer operation makes an integer');
  }
}

/** No quotient is farther from 0 than the dividend; with a positive divisor it has the sign of the dividend. */
function quotient(a: Interval, b: Interval): Interval {
  const most = largest(a);
  if (b.lo < 0n) return { lo: -most, hi: most };
  return { lo: a.lo < 0n ? a.lo : 0n, hi: a.hi > 0n ? a.hi : 0n };
}

/** A remainder has the sign of the dividend, and is nearer to 0 than the divisor and no farther than the dividend. */
function remainder(a: Interval, b: Interval): Interval {
  const divisor = largest(b) - 1n;
  const most = divisor < largest(a) ? divisor : largest(a);
  return { lo: a.lo < 0n ? -most : 0n, hi: a.hi > 0n ? most : 0n };
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const largest = ({ lo, hi }: Interval): bigint => max(magnitude(lo), magnitude(hi));
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const hull = (values: readonly bigint[]): Interval => ({ lo: values.reduce(min), hi: values.reduce(max) });

/** What is wholly outside is asserted away, so its interval does not matter. */
function capped({ lo, hi }: Interval): Interval {
  const inside = { lo: max(lo, int32.lo), hi: min(hi, int32.hi) };
  return inside.lo <= inside.hi ? inside : int32;
}
