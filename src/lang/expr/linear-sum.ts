import type { BinaryOp, Expr } from './expr.js';
import { bounded } from './integer-limit.js';

/** Variables with factors other than 0, and a number. */
export interface LinearSum<V> {
  readonly factors: ReadonlyMap<V, bigint>;
  readonly constant: bigint;
}

/**
 * The sum that an expression is as it is written, with constants folded; null: it is none, as it multiplies or divides
 * variables. `variableOf` says which variable a part without operations is, if any.
 */
export function linearSumOf<V>(expr: Expr, variableOf: (leaf: Expr) => V | null): LinearSum<V> | null {
  switch (expr.kind) {
    case 'int':
      return number(expr.value);
    case 'unary': {
      const arg = linearSumOf(expr.arg, variableOf);
      return arg === null || expr.op !== '-' ? null : scaled(arg, -1n);
    }
    case 'binary': {
      const left = linearSumOf(expr.left, variableOf);
      const right = left === null ? null : linearSumOf(expr.right, variableOf);
      return left === null || right === null ? null : combined(expr.op, left, right);
    }
    default: {
      const variable = variableOf(expr);
      return variable === null ? null : { factors: new Map([[variable, 1n]]), constant: 0n };
    }
  }
}

function combined<V>(op: BinaryOp, left: LinearSum<V>, right: LinearSum<V>): LinearSum<V> | null {
  const [a, b] = [constantOf(left), constantOf(right)];
  switch (op) {
    case '+':
      return added(left, right, 1n);
    case '-':
      return minus(left, right);
    case '*':
      return a !== null ? scaled(right, a) : b !== null ? scaled(left, b) : null;
    case '/':
      return a === null || b === null || b === 0n ? null : number(a / b);
    case '%':
      return a === null || b === null || b === 0n ? null : number(a % b);
    default:
      return null;
  }
}

export const minus = <V>(left: LinearSum<V>, right: LinearSum<V>): LinearSum<V> => added(left, right, -1n);

/** `left + factor * right` */
function added<V>(left: LinearSum<V>, right: LinearSum<V>, factor: bigint): LinearSum<V> {
  const factors = new Map(left.factors);
  for (const [variable, f] of right.factors) {
    const total = (factors.get(variable) ?? 0n) + factor * f;
    if (total === 0n) factors.delete(variable);
    else factors.set(variable, total);
  }
  return { factors, constant: left.constant + factor * right.constant };
}

function scaled<V>({ factors, constant }: LinearSum<V>, by: bigint): LinearSum<V> {
  if (by === 0n) return number(0n);
  return {
    factors: new Map([...factors].map(([v, f]) => [v, bounded(f * by)])),
    constant: bounded(constant * by),
  };
}

const number = <V>(constant: bigint): LinearSum<V> => ({ factors: new Map(), constant });

const constantOf = <V>({ factors, constant }: LinearSum<V>): bigint | null =>
  factors.size === 0 ? constant : null;
