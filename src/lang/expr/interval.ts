import type { BinaryOp, Expr } from './expr.js';
import type { CompareOp } from './operators.js';
import { isTooLarge } from './integer-limit.js';
import { isCompareOp, settling } from './operators.js';
import type { Type, TypedVariables } from './type.js';
import { at } from '../../support/invariant.js';

/** The integers from `lo` to `hi`, both included; null: there is no end. Truth values are 0 and 1. */
export interface Interval {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export interface BoundedInterval extends Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const everything: Interval = { lo: null, hi: null };
export const bits: BoundedInterval = { lo: 0n, hi: 1n };
/** What an `int` of C or Promela can hold. */
export const int32: BoundedInterval = { lo: -(2n ** 31n), hi: 2n ** 31n - 1n };
/** Any interval whose ends are the wrong way round is empty: no integer is in it. */
export const empty: BoundedInterval = { lo: 1n, hi: 0n };

export const point = (value: bigint): BoundedInterval => ({ lo: value, hi: value });

export const intervalOfType = (type: Type): Interval =>
  type.kind === 'int' ? everything : type.kind === 'bool' ? bits : { lo: type.lo, hi: type.hi };

export const isEmpty = ({ lo, hi }: Interval): boolean => lo !== null && hi !== null && lo > hi;

export const isBounded = (interval: Interval): interval is BoundedInterval =>
  interval.lo !== null && interval.hi !== null;

export const includes = ({ lo, hi }: Interval, value: bigint): boolean =>
  (lo === null || lo <= value) && (hi === null || value <= hi);

/** Whether all integers of the second are in the first. */
export const contains = (outer: Interval, inner: Interval): boolean =>
  isEmpty(inner) ||
  ((outer.lo === null || (inner.lo !== null && outer.lo <= inner.lo)) &&
    (outer.hi === null || (inner.hi !== null && inner.hi <= outer.hi)));

/** The integer, if there is one only. */
export const onlyMember = ({ lo, hi }: Interval): bigint | null => (lo !== null && lo === hi ? lo : null);

export const isPoint = (interval: Interval): boolean => onlyMember(interval) !== null;

export const meet = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null ? b.lo : b.lo === null || a.lo > b.lo ? a.lo : b.lo,
  hi: a.hi === null ? b.hi : b.hi === null || a.hi < b.hi ? a.hi : b.hi,
});

/** The smallest interval that contains both. */
export function hull(a: Interval, b: Interval): Interval {
  if (isEmpty(a)) return b;
  return isEmpty(b) ? a : spanned([low(a), low(b), high(a), high(b)]);
}

/** The old interval with the ends that moved taken away, so that no end moves more than once. */
export const widened = (old: Interval, wider: Interval): Interval => ({
  lo: contains({ lo: old.lo, hi: null }, { lo: wider.lo, hi: null }) ? old.lo : null,
  hi: contains({ lo: null, hi: old.hi }, { lo: null, hi: wider.hi }) ? old.hi : null,
});

/** What of the values stays within the limits; all that does where nothing would: such values never come about. */
export function clipped(values: Interval, limits: BoundedInterval): BoundedInterval {
  const both = meet(values, limits);
  return isBounded(both) && !isEmpty(both) ? both : limits;
}

/** The member of the interval next to the value. */
export const nearest = (value: bigint, { lo, hi }: Interval): bigint =>
  lo !== null && value < lo ? lo : hi !== null && value > hi ? hi : value;

/** Whether the comparison holds of all integers of the two intervals, or of none; null: neither. */
export function decided(op: CompareOp, a: Interval, b: Interval): boolean | null {
  switch (op) {
    case '<=':
      if (high(a) <= low(b)) return true;
      return low(a) > high(b) ? false : null;
    case '<':
      return turnedRound(decided('<=', b, a));
    case '>=':
      return decided('<=', b, a);
    case '>':
      return turnedRound(decided('<=', a, b));
    case '==': {
      if (isEmpty(meet(a, b))) return false;
      const only = onlyMember(a);
      return only !== null && only === onlyMember(b) ? true : null;
    }
    case '!=':
      return turnedRound(decided('==', a, b));
  }
}

const turnedRound = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** The integers of the first interval of which the comparison with some of the second holds; maybe a few more. */
export function narrowed(a: Interval, op: CompareOp, b: Interval): Interval {
  switch (op) {
    case '==':
      return meet(a, b);
    case '<=':
      return meet(a, { lo: null, hi: b.hi });
    case '<':
      return meet(a, { lo: null, hi: b.hi === null ? null : b.hi - 1n });
    case '>=':
      return meet(a, { lo: b.lo, hi: null });
    case '>':
      return meet(a, { lo: b.lo === null ? null : b.lo + 1n, hi: null });
    case '!=': {
      // An end can be cut off, nothing in the middle.
      const only = onlyMember(b);
      if (only === null) return a;
      return { lo: a.lo === only ? a.lo + 1n : a.lo, hi: a.hi === only ? a.hi - 1n : a.hi };
    }
  }
}

export const negated = ({ lo, hi }: Interval): Interval => ({
  lo: hi === null ? null : -hi,
  hi: lo === null ? null : -lo,
});

/** Of `!` on truth values. */
export const complement = (values: Interval): Interval => operated('-', point(1n), values);

/** Contains all results of an operation on integers of two intervals; of a division by zero there is none. */
export function operated(op: BinaryOp, a: Interval, b: Interval): Interval {
  if (isEmpty(a)) return empty;
  if (isEmpty(b)) return withoutRight(op, a);
  if (isCompareOp(op)) return ofTruth(decided(op, a, b));
  switch (op) {
    case '+':
      return {
        lo: a.lo === null || b.lo === null ? null : near(a.lo + b.lo),
        hi: a.hi === null || b.hi === null ? null : near(a.hi + b.hi),
      };
    case '-':
      return operated('+', a, negated(b));
    case '*':
      return product(a, b);
    case '/':
      return quotient(a, b);
    case '%':
      return remainder(a, b);
    case '&&':
      return spanned([least(low(a), low(b)), least(high(a), high(b))]);
    case '||':
      return spanned([greatest(low(a), low(b)), greatest(high(a), high(b))]);
    case '->':
      return operated('||', complement(a), b);
    case '&':
      return bitsInBoth(a, b);
    case '|':
    case '^':
      return asLong(hull(a, b));
    case '<<':
      return product(a, { lo: 1n << shifts(b).lo, hi: 1n << shifts(b).hi });
    case '>>':
      return shiftedRight(a, shifts(b));
  }
}

/** Where the right side has no value: what comes about without it. */
function withoutRight(op: BinaryOp, a: Interval): Interval {
  const settled = settling(op);
  const isSettled = settled !== null && includes(a, settled.left ? 1n : 0n);
  return isSettled ? ofTruth(settled.result) : empty;
}

const ofTruth = (value: boolean | null): Interval => (value === null ? bits : point(value ? 1n : 0n));

/** A number is infinite. */
type End = bigint | number;

const low = ({ lo }: Interval): End => lo ?? -Infinity;
const high = ({ hi }: Interval): End => hi ?? Infinity;
const least = (a: End, b: End): End => (a < b ? a : b);
const greatest = (a: End, b: End): End => (a > b ? a : b);
const finite = (end: End): bigint | null => (typeof end === 'bigint' ? near(end) : null);
/** An end that is too far away is none: the interval has more integers then, and ends do not grow for ever. */
const near = (end: bigint): bigint | null => (isTooLarge(end) ? null : end);

const spanned = (ends: readonly End[]): Interval => ({
  lo: finite(ends.reduce(least)),
  hi: finite(ends.reduce(greatest)),
});

const product = (a: Interval, b: Interval): Interval =>
  spanned([times(low(a), low(b)), times(low(a), high(b)), times(high(a), low(b)), times(high(a), high(b))]);

/** Zero times anything is zero, infinite or not. */
function times(a: End, b: End): End {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a * b;
  if (a === 0n || b === 0n) return 0n;
  return a < 0 === b < 0 ? Infinity : -Infinity;
}

/** Truncated. For each sign of the divisor the extremes are at those nearest to and farthest from 0. */
function quotient(a: Interval, b: Interval): Interval {
  const divisors = [low(b), -1n, 1n, high(b)].filter((d) => d !== 0n && low(b) <= d && d <= high(b));
  if (divisors.length === 0) return empty;
  return spanned(divisors.flatMap((d) => [dividedBy(low(a), d), dividedBy(high(a), d)]));
}

function dividedBy(a: End, d: End): End {
  if (typeof d === 'number') return 0n;
  return typeof a === 'bigint' ? a / d : d < 0n ? -a : a;
}

/** A remainder has the sign of the dividend, and is smaller than the divisor. */
function remainder(a: Interval, b: Interval): Interval {
  if (b.lo === 0n && b.hi === 0n) return empty;
  // By one number, and within one round of it, as an index that instances made constant: the remainders are as far apart.
  const by = onlyMember(b);
  if (by !== null && a.lo !== null && a.hi !== null && a.lo / by === a.hi / by)
    return { lo: a.lo % by, hi: a.hi % by };
  const most = b.lo === null || b.hi === null ? null : (-b.lo > b.hi ? -b.lo : b.hi) - 1n;
  const signed = { lo: low(a) >= 0n ? 0n : a.lo, hi: high(a) <= 0n ? 0n : a.hi };
  return most === null ? signed : meet(signed, { lo: -most, hi: most });
}

/** Whether the values are one, which has only ones from the lowest bit up. */
export function isMask(values: Interval): boolean {
  const only = onlyMember(values);
  return only !== null && only >= 0n && (only & (only + 1n)) === 0n;
}

/** Whether a mask takes nothing away from any of the values. */
export const keepsAll = (values: Interval, mask: Interval): boolean =>
  isMask(mask) && contains({ lo: 0n, hi: mask.hi }, values);

function bitsInBoth(a: Interval, b: Interval): Interval {
  if (keepsAll(a, b)) return a;
  if (keepsAll(b, a)) return b;
  const natural = [a, b].filter((values) => low(values) >= 0n);
  if (natural.length === 0) return asLong(hull(a, b));
  return { lo: 0n, hi: finite(natural.map(high).reduce(least)) };
}

/** The numbers with no more bits. */
function asLong({ lo, hi }: Interval): Interval {
  const isNatural = lo !== null && lo >= 0n;
  if (lo === null || hi === null) return { lo: isNatural ? 0n : null, hi: null };
  const most = hi > -lo - 1n ? hi : -lo - 1n;
  const end = most === 0n ? 1n : 1n << BigInt(most.toString(2).length);
  return { lo: isNatural ? 0n : -end, hi: end - 1n };
}

/** The counts of a shift, which are taken modulo 32. */
const shifts = (count: Interval): BoundedInterval => {
  const all = { lo: 0n, hi: 31n };
  return contains(all, count) ? clipped(count, all) : all;
};

function shiftedRight(values: Interval, counts: BoundedInterval): Interval {
  const by = (end: End, count: bigint): End => (typeof end === 'bigint' ? end >> count : end);
  return spanned([low(values), high(values)].flatMap((end) => [by(end, counts.lo), by(end, counts.hi)]));
}

/** What is known otherwise than from the parts of the expression, of variables above all; null: nothing. */
export type KnownIntervals = (expr: Expr) => Interval | null;

/** Where the values of variables lie by their types. */
export const byTypes =
  ({ shared, locals }: TypedVariables, ofType: (type: Type) => Interval = intervalOfType): KnownIntervals =>
  (expr) => {
    if (expr.kind === 'shared') return ofType(at(shared, expr.shared).type);
    const isLocal = expr.kind === 'local' || expr.kind === 'instance-local';
    return isLocal ? ofType(at(locals, expr.local).type) : null;
  };

/** The values that an expression may have; with limits, if none of its parts leaves them. */
export function intervalOf(
  expr: Expr,
  known: KnownIntervals,
  limits: BoundedInterval | null = null,
): Interval {
  const here = known(expr);
  if (here !== null) return here;
  const of = (part: Expr): Interval => {
    const values = intervalOf(part, known, limits);
    return limits === null ? values : clipped(values, limits);
  };
  switch (expr.kind) {
    case 'int':
      return point(expr.value);
    case 'bool':
      return point(expr.value ? 1n : 0n);
    case 'unary':
      return expr.op === 'int'
        ? of(expr.arg)
        : expr.op === '!'
          ? complement(of(expr.arg))
          : negated(of(expr.arg));
    case 'binary':
      return operated(expr.op, of(expr.left), of(expr.right));
    case 'at':
    case 'forall':
    case 'temporal':
    case 'until':
      return bits;
    case 'local':
    case 'shared':
    case 'param':
    case 'instance-local':
    case 'bound':
      return everything;
  }
}
