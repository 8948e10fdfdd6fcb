import { constantValue } from '../../ir/constant.js';
import type { Expr } from '../../ir/expr.js';
import type { Program } from '../../ir/program.js';
import type { Type } from '../../ir/type.js';
import { at } from '../../support/check.js';
import { bits, int32, meet, negated, operated, point } from '../shared/interval.js';
import type { Interval } from '../shared/interval.js';

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
      return bits;
  }
}

export type Variables = Pick<Program, 'shared' | 'locals'>;

/** Where the value of an integer expression lies, by the types of its variables; what leaves 32 bits is asserted away. */
export const intervalOf = (expr: Expr, variables: Variables): Interval =>
  capped(rawInterval(expr, variables));

/** The same before the check that the last operation stays within 32 bits. */
export function rawInterval(expr: Expr, variables: Variables): Interval {
  const constant = constantValue(expr);
  if (typeof constant === 'bigint') return point(constant);
  switch (expr.kind) {
    case 'shared':
      return intervalOfType(at(variables.shared, expr.shared).type);
    case 'local':
      return intervalOfType(at(variables.locals, expr.local).type);
    case 'unary':
      return negated(intervalOf(expr.arg, variables));
    case 'binary':
      return operated(expr.op, intervalOf(expr.left, variables), intervalOf(expr.right, variables));
    default:
      return int32;
  }
}

/** What is wholly outside is asserted away, so its interval does not matter. */
const capped = (interval: Interval): Interval => meet(interval, int32) ?? int32;
