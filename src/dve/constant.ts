import { applyBinary, applyUnary } from './evaluate.js';
import type { Expr } from './ast.js';

/** The value of an expression over numbers and constants; null for others, and where it divides by zero. */
export function constantValue(expr: Expr, constant: (name: string) => bigint | null): bigint | null {
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'truth':
      return expr.value ? 1n : 0n;
    case 'name':
      return constant(expr.name.text);
    case 'unary': {
      const arg = constantValue(expr.arg, constant);
      return arg === null ? null : applyUnary(expr.op, arg);
    }
    case 'binary': {
      const left = constantValue(expr.left, constant);
      const right = constantValue(expr.right, constant);
      return left === null || right === null ? null : applyBinary(expr.op, left, right);
    }
    case 'cell':
    case 'foreign':
    case 'state':
    case 'temporal':
    case 'until':
      return null;
  }
}
