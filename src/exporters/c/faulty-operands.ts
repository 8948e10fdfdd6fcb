import { constantValue } from '../../lang/expr/constant.js';
import { and, binary, children, exprId, falsity, int, not, or, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { holdsBetween, isCompareOp } from '../../lang/expr/operators.js';
import type { Program, SharedPlace } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { byTypes, contains, includes } from '../../lang/expr/interval.js';
import type { Interval, KnownIntervals } from '../../lang/expr/interval.js';
import { rawValuesOf, valuesOf, valuesOfType } from '../shared/int32.js';

type DeclaredVariables = Pick<Program, 'shared' | 'locals'>;

/** What leaves 32 bits is asserted away. */
const intervalsIn = (variables: DeclaredVariables): KnownIntervals => byTypes(variables, valuesOfType);

/** Where the value of an integer expression lies, before the check that the last operation stays within 32 bits. */
export const rawInterval = (expr: Expr, variables: DeclaredVariables): Interval =>
  rawValuesOf(expr, intervalsIn(variables));

type OperandFault = 'div' | 'bounds';

export const mayDivideByZero = (divisor: Expr, variables: DeclaredVariables): boolean =>
  includes(valuesOf(divisor, intervalsIn(variables)), 0n);

export function mayMiss(
  access: Pick<SharedPlace, 'shared' | 'index'>,
  variables: DeclaredVariables,
): boolean {
  if (access.index === null) return false;
  const length = lengthOf(at(variables.shared, access.shared));
  return !contains({ lo: 0n, hi: BigInt(length - 1) }, valuesOf(access.index, intervalsIn(variables)));
}

const isDivision = (expr: Expr): expr is Extract<Expr, { kind: 'binary' }> =>
  expr.kind === 'binary' && (expr.op === '/' || expr.op === '%');

/** The errors that the evaluation of an expression may end in. */
export function faultsOf(expr: Expr, variables: DeclaredVariables): ReadonlySet<OperandFault> {
  const found = new Set(children(expr).flatMap((child) => [...faultsOf(child, variables)]));
  if (expr.kind === 'shared' && mayMiss(expr, variables)) found.add('bounds');
  if (isDivision(expr) && mayDivideByZero(expr.right, variables)) found.add('div');
  return found;
}

/** A condition that is true where the expression has a value; it has a value itself wherever it is evaluated. */
export function isDefined(expr: Expr, variables: DeclaredVariables): Expr {
  const parts = children(expr).map((child) => isDefined(child, variables));
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||' || expr.op === '->')) {
    const [left = truth, right = truth] = parts;
    if (right === truth) return left;
    return and(left, or(expr.op === '||' ? expr.left : not(expr.left), right));
  }
  const whole = parts.reduce(and, truth);
  if (isDivision(expr) && mayDivideByZero(expr.right, variables))
    return and(whole, binary('!=', expr.right, int(0)));
  if (expr.kind !== 'shared' || expr.index === null || !mayMiss(expr, variables)) return whole;
  const length = lengthOf(at(variables.shared, expr.shared));
  if (length === 0) return falsity;
  return and(whole, and(binary('>=', expr.index, int(0)), binary('<', expr.index, int(length))));
}

/**
 * The value of a comparison of two expressions that are the same up to the order of operands; null for others. C
 * compilers warn of such comparisons. Operands that may fail are compared all the same.
 */
export function selfComparison(
  expr: Extract<Expr, { kind: 'binary' }>,
  variables: DeclaredVariables,
): boolean | null {
  if (!isCompareOp(expr.op)) return null;
  if (constantValue(expr.left) !== null || sortedKey(expr.left) !== sortedKey(expr.right)) return null;
  if (faultsOf(expr.left, variables).size > 0) return null;
  return holdsBetween(expr.op, 0, 0);
}

function sortedKey(expr: Expr): string {
  if (expr.kind !== 'binary') return `#${exprId(expr)}`;
  const sides = [sortedKey(expr.left), sortedKey(expr.right)];
  if (['+', '*', '==', '!=', '&&', '||'].includes(expr.op)) sides.sort();
  return `(${sides.join(expr.op)})`;
}
