/** A set of integers by its bounds, both inclusive; a bound may be infinite. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

/** Beyond this, doubles are not exact. */
export const exactLimit = Number.MAX_SAFE_INTEGER;

export const everything: Interval = { lo: -Infinity, hi: Infinity };
export const bits: Interval = { lo: 0, hi: 1 };

export const interval = (lo: number, hi: number): Interval => ({ lo, hi });
export const point = (value: number): Interval => ({ lo: value, hi: value });

export const hull = (a: Interval, b: Interval): Interval => ({
  lo: Math.min(a.lo, b.lo),
  hi: Math.max(a.hi, b.hi),
});

export const meet = (a: Interval, b: Interval): Interval => ({
  lo: Math.max(a.lo, b.lo),
  hi: Math.min(a.hi, b.hi),
});

/** Of a value that cannot be: an expression that surely faults. Arithmetic on it gives it again. */
export const empty: Interval = { lo: Infinity, hi: -Infinity };
export const isEmpty = (a: Interval): boolean => a.lo > a.hi;

export const contains = (a: Interval, value: number): boolean => a.lo <= value && value <= a.hi;

export const includes = (outer: Interval, inner: Interval): boolean =>
  outer.lo <= inner.lo && inner.hi <= outer.hi;

/** Bounds that doubles cannot tell apart count as infinite. */
export function fromBigints(lo: bigint, hi: bigint): Interval {
  return {
    lo: lo < -BigInt(exactLimit) ? -Infinity : Math.min(Number(lo), exactLimit),
    hi: hi > BigInt(exactLimit) ? Infinity : Math.max(Number(hi), -exactLimit),
  };
}

export const negate = (a: Interval): Interval => (isEmpty(a) ? empty : exact(-a.hi, -a.lo));

export function sum(a: Interval, b: Interval): Interval {
  // Infinity - Infinity would be NaN, which no bound ever includes.
  return isEmpty(a) || isEmpty(b) ? empty : exact(a.lo + b.lo, a.hi + b.hi);
}

export function difference(a: Interval, b: Interval): Interval {
  return isEmpty(a) || isEmpty(b) ? empty : exact(a.lo - b.hi, a.hi - b.lo);
}

export function product(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return empty;
  const corners = [times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)];
  return exact(Math.min(...corners), Math.max(...corners));
}

/** Of the truncated quotient; its size is at most that of the dividend. */
export function quotient(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return empty;
  const size = Math.max(Math.abs(a.lo), Math.abs(a.hi));
  const sameSign = (a.lo >= 0 && b.lo >= 0) || (a.hi <= 0 && b.hi <= 0);
  const oppositeSign = (a.lo >= 0 && b.hi <= 0) || (a.hi <= 0 && b.lo >= 0);
  return { lo: sameSign ? 0 : -size, hi: oppositeSign ? 0 : size };
}

/** Of the remainder, which has the sign of the dividend. */
export function remainder(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return empty;
  const size = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
  return {
    lo: a.lo >= 0 ? 0 : Math.max(a.lo, -Math.max(0, size)),
    hi: a.hi <= 0 ? 0 : Math.min(a.hi, Math.max(0, size)),
  };
}

/** Zero times anything is zero, unbounded or not. */
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

function exact(lo: number, hi: number): Interval {
  return { lo: lo < -exactLimit ? -Infinity : lo + 0, hi: hi > exactLimit ? Infinity : hi + 0 };
}

/** The member of the interval next to the value. */
export const clamped = (value: number, a: Interval): number => Math.min(Math.max(value, a.lo), a.hi);
