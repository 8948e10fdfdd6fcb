import { integerValue } from '../expr/constant.js';
import { assertNever } from '../../support/invariant.js';
import type { DveBinaryOp, DveExpr, DveUnaryOp } from './dve-ast.js';

export function applyUnary(op: DveUnaryOp, arg: bigint): bigint {
  switch (op) {
    case '-':
      return -arg;
    case '~':
      return ~arg;
    case 'not':
      return truth(arg === 0n);
    default:
      return assertNever(op);
  }
}

/** Null: a division by zero. Shift counts are taken modulo 32, as x86 does. */
export function applyBinary(op: DveBinaryOp, left: bigint, right: bigint): bigint | null {
  switch (op) {
    case 'imply':
      return truth(left === 0n || right !== 0n);
    case 'or':
      return truth(left !== 0n || right !== 0n);
    case 'and':
      return truth(left !== 0n && right !== 0n);
    default: {
      const value = integerValue(op, left, right);
      return typeof value === 'boolean' ? truth(value) : value;
    }
  }
}

const truth = (value: boolean): bigint => (value ? 1n : 0n);

/** The value of an expression over numbers and constants; null for others, and where it divides by zero. */
export function constantValue(expr: DveExpr, constant: (name: string) => bigint | null): bigint | null {
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
    case 'temporal':
    case 'until':
    case 'cell':
    case 'foreign':
    case 'state':
      return null;
  }
}
