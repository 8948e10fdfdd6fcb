import type { Expr } from '../ir/expr.js';
import { zero } from './variables.js';
import type { Variables } from './variables.js';

/** The sum of coefficient times variable, by number, none of them 0; the zero's coefficient is the constant. */
export type Linear = ReadonlyMap<number, bigint>;

/** Null if the expression is not linear as it is written (with constants folded). */
export function linearOf(expr: Expr, variables: Variables): Linear | null {
  switch (expr.kind) {
    case 'int':
      return constant(expr.value);
    case 'local':
    case 'shared':
      return new Map([[variables.numberOf(expr), 1n]]);
    case 'unary': {
      const arg = linearOf(expr.arg, variables);
      return arg === null || expr.op !== '-' ? null : scaled(arg, -1n);
    }
    case 'binary': {
      const left = linearOf(expr.left, variables);
      const right = left === null ? null : linearOf(expr.right, variables);
      if (left === null || right === null) return null;
      if (expr.op === '+') return plus(left, right, 1n);
      if (expr.op === '-') return plus(left, right, -1n);
      const a = constantOf(left);
      const b = constantOf(right);
      if (expr.op === '*') return a !== null ? scaled(right, a) : b !== null ? scaled(left, b) : null;
      if (a === null || b === null || b === 0n) return null;
      return expr.op === '/' ? constant(a / b) : expr.op === '%' ? constant(a % b) : null;
    }
    default:
      return null;
  }
}

/** left + factor * right */
export function plus(left: Linear, right: Linear, factor: bigint): Linear {
  const sum = new Map(left);
  for (const [variable, coefficient] of right) {
    const total = (sum.get(variable) ?? 0n) + factor * coefficient;
    if (total === 0n) sum.delete(variable);
    else sum.set(variable, total);
  }
  return sum;
}

const constant = (value: bigint): Linear => (value === 0n ? new Map() : new Map([[zero, value]]));

function scaled(linear: Linear, factor: bigint): Linear {
  return factor === 0n ? new Map() : new Map([...linear].map(([variable, k]) => [variable, k * factor]));
}

/** The value of an expression without variables. */
function constantOf(linear: Linear): bigint | null {
  if (linear.size === 0) return 0n;
  const value = linear.get(zero);
  return linear.size === 1 && value !== undefined ? value : null;
}
