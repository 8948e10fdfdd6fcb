import { empty, isEmpty, nearest, operated, point } from '../../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../../lang/expr/interval.js';
import type { BinaryOp } from '../../../lang/expr/expr.js';

/** Generated code computes with doubles, which are exact up to this. */
export const exactLimit = BigInt(Number.MAX_SAFE_INTEGER);

export const exactRange: BoundedInterval = { lo: -exactLimit, hi: exactLimit };

/** Ends that doubles cannot tell apart count as none. */
export function asDoubles(values: Interval): Interval {
  const { lo, hi } = values;
  if (isEmpty(values)) return empty;
  return {
    lo: lo === null || lo < exactRange.lo ? null : nearest(lo, exactRange),
    hi: hi === null || hi > exactRange.hi ? null : nearest(hi, exactRange),
  };
}

/** The results of an operation in generated code; 0 stands for the value of what surely fails. */
export function computedByDoubles(op: BinaryOp, left: Interval, right: Interval): Interval {
  const values = asDoubles(operated(op, left, right));
  return isEmpty(values) ? point(0n) : values;
}
