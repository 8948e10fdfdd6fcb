import type { CompareOp } from '../../ir/operators.js';
import type { BinaryOp } from '../../ir/expr.js';
import type { Type } from '../../ir/type.js';

/** A set of integers by its bounds, both inclusive; null: there is no bound. Truth is 0 or 1. */
export interface Interval {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export const everything: Interval = { lo: null, hi: null };
export const bits: Interval = { lo: 0n, hi: 1n };

export const ofType = (type: Type): Interval =>
  type.kind === 'int' ? everything : type.kind === 'bool' ? bits : { lo: type.lo, hi: type.hi };

export const point = (value: bigint): Interval => ({ lo: value, hi: value });

export const isEmpty = ({ lo, hi }: Interval): boolean => lo !== null && hi !== null && lo > hi;

export const contains = ({ lo, hi }: Interval, value: bigint): boolean =>
  (lo === null || lo <= value) && (hi === null || value <= hi);

/** The integer, if there is one only. */
export const onlyMember = ({ lo, hi }: Interval): bigint | null => (lo !== null && lo === hi ? lo : null);

/** Whether all integers of the first are in the second. */
export const within = (inner: Interval, outer: Interval): boolean =>
  (outer.lo === null || (inner.lo !== null && outer.lo <= inner.lo)) &&
  (outer.hi === null || (inner.hi !== null && inner.hi <= outer.hi));

export const meet = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null ? b.lo : b.lo === null || a.lo > b.lo ? a.lo : b.lo,
  hi: a.hi === null ? b.hi : b.hi === null || a.hi < b.hi ? a.hi : b.hi,
});

export const minus = ({ lo, hi }: Interval): Interval => ({
  lo: hi === null ? null : -hi,
  hi: lo === null ? null : -lo,
});

/** Of the results of an operation on integers of two intervals, neither of them empty. */
export function combined(op: BinaryOp, a: Interval, b: Interval): Interval {
  switch (op) {
    case '+':
      return { lo: plus(a.lo, b.lo), hi: plus(a.hi, b.hi) };
    case '-':
      return combined('+', a, minus(b));
    case '*':
      return product(a, b);
    case '%':
      return remainder(a, b);
    default:
      return everything;
  }
}

const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);

function product(a: Interval, b: Interval): Interval {
  if (a.lo === null || a.hi === null || b.lo === null || b.hi === null) return everything;
  const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  return {
    lo: corners.reduce((least, c) => (c < least ? c : least)),
    hi: corners.reduce((most, c) => (c > most ? c : most)),
  };
}

/** A remainder has the sign of the dividend, and is smaller than the divisor. */
function remainder(a: Interval, b: Interval): Interval {
  if (b.lo === null || b.lo <= 0n || b.hi === null) return everything;
  return {
    lo: a.lo !== null && a.lo >= 0n ? 0n : 1n - b.hi,
    hi: a.hi !== null && a.hi <= 0n ? 0n : b.hi - 1n,
  };
}

/** Whether the comparison holds of all integers of the two intervals, or of none; null: neither. */
export function decided(op: CompareOp, a: Interval, b: Interval): boolean | null {
  switch (op) {
    case '<=':
      if (a.hi !== null && b.lo !== null && a.hi <= b.lo) return true;
      return a.lo !== null && b.hi !== null && a.lo > b.hi ? false : null;
    case '<':
      return opposite(decided('<=', b, a));
    case '>=':
      return decided('<=', b, a);
    case '>':
      return opposite(decided('<=', a, b));
    case '==':
      if (isEmpty(meet(a, b))) return false;
      return a.lo !== null && a.lo === a.hi && b.lo === a.lo && b.hi === a.lo ? true : null;
    case '!=':
      return opposite(decided('==', a, b));
  }
}

const opposite = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** The integers of the first interval of which the comparison with some of the second holds; maybe a few more. */
export function narrowed(a: Interval, op: CompareOp, b: Interval): Interval {
  switch (op) {
    case '==':
      return meet(a, b);
    case '<=':
      return meet(a, { lo: null, hi: b.hi });
    case '<':
      return meet(a, { lo: null, hi: plus(b.hi, -1n) });
    case '>=':
      return meet(a, { lo: b.lo, hi: null });
    case '>':
      return meet(a, { lo: plus(b.lo, 1n), hi: null });
    case '!=': {
      if (b.lo === null || b.lo !== b.hi) return a;
      return { lo: a.lo === b.lo ? a.lo + 1n : a.lo, hi: a.hi === b.lo ? a.hi - 1n : a.hi };
    }
  }
}
