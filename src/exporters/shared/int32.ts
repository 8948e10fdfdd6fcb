import type { Expr } from '../../lang/expr/expr.js';
import { clipped, int32, intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { BoundedInterval, KnownIntervals } from '../../lang/expr/interval.js';
import type { Type } from '../../lang/expr/type.js';

/** Targets whose integers have 32 bits. Programs are told where a value leaves them, so none that does comes about. */

/** What a variable of the type can hold there. */
export const valuesOfType = (type: Type): BoundedInterval => clipped(intervalOfType(type), int32);

/** Where the value of an expression lies. */
export const valuesOf = (expr: Expr, known: KnownIntervals): BoundedInterval =>
  clipped(rawValuesOf(expr, known), int32);

/** The same before the check that the last operation stays within 32 bits. */
export const rawValuesOf = (expr: Expr, known: KnownIntervals) => intervalOf(expr, known, int32);
