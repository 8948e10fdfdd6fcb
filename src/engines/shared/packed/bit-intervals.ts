import type { BitOp } from '../../../ir/expr.js';
import { assertNever } from '../../../support/check.js';
import type { Interval } from './interval.js';
import { empty, hull, interval, isEmpty, point, product } from './interval.js';

/** The values of a bitwise operation. */
export function bitwise(op: BitOp, a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return empty;
  switch (op) {
    case '&':
      return conjunction(a, b);
    case '|':
    case '^':
      return spread(hull(a, b));
    case '<<':
      return hull(product(a, powers(b)), point(0));
    case '>>':
      // Rounded down, so what is negative stays so.
      return interval(a.lo < 0 ? a.lo : 0, a.hi < 0 ? -1 : a.hi);
    default:
      return assertNever(op);
  }
}

/** All ones from the lowest bit up. */
export const isMask = ({ lo, hi }: Interval): boolean =>
  lo === hi && lo >= 0 && Number.isSafeInteger(lo + 1) && isPowerOfTwo(lo + 1);

/** Whether a mask takes nothing away from any of the values. */
export const keepsAll = (values: Interval, mask: Interval): boolean =>
  isMask(mask) && values.lo >= 0 && values.hi <= mask.lo;

function conjunction(a: Interval, b: Interval): Interval {
  if (keepsAll(a, b)) return a;
  if (keepsAll(b, a)) return b;
  if (a.lo >= 0 || b.lo >= 0)
    return interval(0, Math.min(a.lo >= 0 ? a.hi : Infinity, b.lo >= 0 ? b.hi : Infinity));
  return spread(hull(a, b));
}

/** The numbers with as many bits. */
function spread({ lo, hi }: Interval): Interval {
  const most = Math.max(hi, -lo - 1, 0);
  // Doubled, because a logarithm is rounded: that of 2^50 + 1 is 50.
  let end = 1;
  while (end <= most && end <= Number.MAX_SAFE_INTEGER) end *= 2;
  if (end > Number.MAX_SAFE_INTEGER) return interval(lo < 0 ? -Infinity : 0, Infinity);
  return interval(lo < 0 ? -end : 0, end - 1);
}

function powers(count: Interval): Interval {
  const isPlain = count.lo >= 0 && count.hi <= 31;
  return isPlain ? interval(2 ** count.lo, 2 ** count.hi) : interval(1, 2 ** 31);
}

function isPowerOfTwo(value: number): boolean {
  return 2 ** Math.round(Math.log2(value)) === value;
}
