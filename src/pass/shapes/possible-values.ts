import { constantValue } from '../../lang/expr/constant.js';
import { shared, partsOf } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Action, System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { assertNever, at } from '../../support/invariant.js';

/** Variables of finite ranges hold values of their range only, so the types tell what an expression can be at most. */
type RangedVariables = Pick<System, 'shared' | 'locals'>;

export function surelyWithin(variables: RangedVariables, expr: Expr, lo: bigint, hi: bigint): boolean {
  const value = constantValue(expr);
  if (typeof value === 'bigint') return lo <= value && value <= hi;
  const type = typeOfRead(variables, expr);
  return type?.kind === 'range' && lo <= type.lo && type.hi <= hi;
}

/** Whether the expression may have this value. */
export function mayBe(variables: RangedVariables, expr: Expr, value: bigint): boolean {
  const constant = constantValue(expr);
  if (typeof constant === 'bigint') return constant === value;
  const type = typeOfRead(variables, expr);
  return type?.kind !== 'range' || (type.lo <= value && value <= type.hi);
}

/** Whether the value can be written to a variable of the type without a fault. */
export function alwaysStores(variables: RangedVariables, value: Expr, type: Type): boolean {
  if (mayFault(variables, value)) return false;
  return type.kind !== 'range' || surelyWithin(variables, value, type.lo, type.hi);
}

/** Whether the evaluation may divide by zero or read beyond an array. */
export function mayFault(variables: RangedVariables, expr: Expr): boolean {
  return [...partsOf(expr)].some((e) => {
    if (e.kind === 'shared' && e.index !== null) {
      const length = lengthOf(at(variables.shared, e.shared));
      return !surelyWithin(variables, e.index, 0n, BigInt(length - 1));
    }
    if (e.kind !== 'binary' || (e.op !== '/' && e.op !== '%')) return false;
    const divisor = constantValue(e.right);
    return divisor === null || divisor === 0n;
  });
}

function typeOfRead(variables: RangedVariables, expr: Expr): Type | null {
  if (expr.kind === 'local') return at(variables.locals, expr.local).type;
  return expr.kind === 'shared' ? at(variables.shared, expr.shared).type : null;
}

/** Whether the action may violate a property: by a fault, or by failing as an assert. */
export function mayViolate(variables: RangedVariables, action: Action): boolean {
  switch (action.kind) {
    case 'assume':
      return mayFault(variables, action.cond);
    case 'assign':
      return !alwaysStores(variables, action.value, at(variables.locals, action.local).type);
    case 'store': {
      const { type } = at(variables.shared, action.shared);
      const element = shared(action.shared, action.index);
      return mayFault(variables, element) || !alwaysStores(variables, action.value, type);
    }
    case 'assert':
      return true;
    case 'fence':
    case 'lock':
    case 'havoc':
      return false;
    default:
      return assertNever(action);
  }
}
