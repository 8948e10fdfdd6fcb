import type { Expr } from '../../lang/expr/expr.js';
import { byTypes, int32, nearest } from '../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../lang/expr/interval.js';
import type { Program } from '../../lang/program/program.js';
import { rawValuesOf, valuesOf, valuesOfType } from '../shared/int32.js';

/** The nearest integer of 32 bits. */
export const clamped = (value: bigint): bigint => nearest(value, int32);

export type DeclaredVariables = Pick<Program, 'shared' | 'locals'>;

/** Where the value of an integer expression lies, by the types of its variables; what leaves 32 bits is asserted away. */
export const intervalOf = (expr: Expr, variables: DeclaredVariables): BoundedInterval =>
  valuesOf(expr, byTypes(variables, valuesOfType));

/** The same before the check that the last operation stays within 32 bits. */
export const rawInterval = (expr: Expr, variables: DeclaredVariables): Interval =>
  rawValuesOf(expr, byTypes(variables, valuesOfType));
