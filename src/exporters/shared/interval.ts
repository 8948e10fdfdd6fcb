import type { BinaryOp } from '../../ir/expr.js';

/** The integers from `lo` to `hi`; truth values are 0 and 1. */
export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** What a variable of type `int` can hold in Promela and here in C. */
export const int32: Interval = { lo: -(2n ** 31n), hi: 2n ** 31n - 1n };
export const bits: Interval = { lo: 0n, hi: 1n };

export const point = (value: bigint): Interval => ({ lo: value, hi: value });
export const isPoint = ({ lo, hi }: Interval): boolean => lo === hi;
export const contains = (outer: Interval, inner: Interval): boolean =>
  outer.lo <= inner.lo && inner.hi <= outer.hi;

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));

export const hull = (a: Interval, b: Interval): Interval => ({
  lo: least([a.lo, b.lo]),
  hi: greatest([a.hi, b.hi]),
});

/** Null if they have nothing in common. */
export function meet(a: Interval, b: Interval): Interval | null {
  const lo = greatest([a.lo, b.lo]);
  const hi = least([a.hi, b.hi]);
  return lo <= hi ? { lo, hi } : null;
}

export const negated = ({ lo, hi }: Interval): Interval => ({ lo: -hi, hi: -lo });
export const complement = ({ lo, hi }: Interval): Interval => ({ lo: 1n - hi, hi: 1n - lo });

/** Where an operation has no result (division by zero), any interval will do. */
export function operated(op: BinaryOp, a: Interval, b: Interval): Interval {
  switch (op) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-':
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case '*':
      return spanned([a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi]);
    case '/':
      return divided(a, b);
    case '%':
      return remainder(a, b);
    case '<':
      return compared(a.hi < b.lo, a.lo >= b.hi);
    case '<=':
      return compared(a.hi <= b.lo, a.lo > b.hi);
    case '>':
      return compared(a.lo > b.hi, a.hi <= b.lo);
    case '>=':
      return compared(a.lo >= b.hi, a.hi < b.lo);
    case '==':
      return compared(isPoint(a) && isPoint(b) && a.lo === b.lo, meet(a, b) === null);
    case '!=':
      return compared(meet(a, b) === null, isPoint(a) && isPoint(b) && a.lo === b.lo);
    case '&&':
      return { lo: least([a.lo, b.lo]), hi: least([a.hi, b.hi]) };
    case '||':
      return { lo: greatest([a.lo, b.lo]), hi: greatest([a.hi, b.hi]) };
    case '->':
      return { lo: greatest([1n - a.hi, b.lo]), hi: greatest([1n - a.lo, b.hi]) };
    case '&':
      return b.lo >= 0n ? { lo: 0n, hi: b.hi } : a.lo >= 0n ? { lo: 0n, hi: a.hi } : int32;
    case '|':
    case '^':
      return int32;
    case '<<':
      return spanned([a.lo, a.hi, a.lo << 31n, a.hi << 31n]);
    case '>>':
      return spanned([a.lo, a.hi, a.lo >> 31n, a.hi >> 31n]);
  }
}

const spanned = (values: readonly bigint[]): Interval => ({ lo: least(values), hi: greatest(values) });

const compared = (surely: boolean, never: boolean): Interval =>
  surely ? point(1n) : never ? point(0n) : bits;

function divided(a: Interval, b: Interval): Interval {
  const divisors = [b.lo, b.hi, -1n, 1n].filter((d) => d !== 0n && b.lo <= d && d <= b.hi);
  return divisors.length === 0 ? int32 : spanned(divisors.flatMap((d) => [a.lo / d, a.hi / d]));
}

function remainder(a: Interval, b: Interval): Interval {
  const most = greatest([b.hi, -b.lo, 1n]) - 1n;
  const lo = a.lo >= 0n ? 0n : greatest([a.lo, -most]);
  return { lo, hi: a.hi <= 0n ? 0n : least([a.hi, most]) };
}
