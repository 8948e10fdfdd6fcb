import { binary, int } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';

/** A sum of variables with factors other than 0, and a number. */
export interface Sum {
  readonly factors: ReadonlyMap<Expr, bigint>;
  readonly constant: bigint;
}

/** Null: it is none, as it multiplies or divides variables. */
export function sumOf(expr: Expr): Sum | null {
  switch (expr.kind) {
    case 'int':
      return { factors: new Map(), constant: expr.value };
    case 'local':
    case 'instance-local':
    case 'shared':
    case 'param':
    case 'bound':
      return { factors: new Map([[expr, 1n]]), constant: 0n };
    case 'unary': {
      const arg = expr.op === '-' ? sumOf(expr.arg) : null;
      return arg === null ? null : scaled(arg, -1n);
    }
    case 'binary': {
      const [left, right] = [sumOf(expr.left), sumOf(expr.right)];
      return left === null || right === null ? null : combined(expr.op, left, right);
    }
    default:
      return null;
  }
}

function combined(op: string, left: Sum, right: Sum): Sum | null {
  switch (op) {
    case '+':
      return added(left, right);
    case '-':
      return added(left, scaled(right, -1n));
    case '*':
      if (left.factors.size === 0) return scaled(right, left.constant);
      return right.factors.size === 0 ? scaled(left, right.constant) : null;
    default:
      return null;
  }
}

export const minus = (left: Sum, right: Sum): Sum => added(left, scaled(right, -1n));

function scaled({ factors, constant }: Sum, by: bigint): Sum {
  if (by === 0n) return { factors: new Map(), constant: 0n };
  return { factors: new Map([...factors].map(([e, f]) => [e, f * by])), constant: constant * by };
}

function added(left: Sum, right: Sum): Sum {
  const factors = new Map(left.factors);
  for (const [expr, factor] of right.factors) {
    const total = (factors.get(expr) ?? 0n) + factor;
    if (total === 0n) factors.delete(expr);
    else factors.set(expr, total);
  }
  return { factors, constant: left.constant + right.constant };
}

/** What a single term of the target can say: a variable or nothing, and a number. */
export interface Shifted {
  readonly variable: Expr | null;
  readonly by: bigint;
}

export function shiftedOf({ factors, constant }: Sum): Shifted | null {
  const [first, ...more] = factors;
  if (first === undefined) return { variable: null, by: constant };
  return more.length === 0 && first[1] === 1n ? { variable: first[0], by: constant } : null;
}

/** The simplest expression for the sum of a variable and a number. */
export function shiftedExpr({ variable, by }: Shifted): Expr {
  if (variable === null) return int(by);
  if (by === 0n) return variable;
  return by > 0n ? binary('+', variable, int(by)) : binary('-', variable, int(-by));
}
