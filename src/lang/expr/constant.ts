import { applyBinary, isFault } from './eval.js';
import type { EvalResult } from './eval.js';
import type { BinaryOp, Expr } from './expr.js';
import { IntegerTooLarge } from './integer-limit.js';
import { givesTruth, settling } from './operators.js';

export type Constant = bigint | boolean;

/** The value of an expression that needs to read nothing; null for others, and where it divides by zero or is too large. */
export function constantValue(expr: Expr): Constant | null {
  switch (expr.kind) {
    case 'int':
    case 'bool':
      return expr.value;
    case 'unary': {
      const arg = constantValue(expr.arg);
      if (expr.op === '!') return typeof arg === 'boolean' ? !arg : null;
      if (expr.op === 'int') return typeof arg === 'boolean' ? (arg ? 1n : 0n) : null;
      return typeof arg === 'bigint' ? -arg : null;
    }
    case 'binary': {
      const left = constantValue(expr.left);
      const settled = settling(expr.op);
      if (settled !== null && left === settled.left) return settled.result;
      const right = constantValue(expr.right);
      return left === null || right === null ? null : binaryValue(expr.op, left, right);
    }
    case 'shared':
    case 'local':
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'at':
    case 'forall':
    case 'temporal':
    case 'until':
      return null;
  }
}

function binaryValue(op: BinaryOp, left: Constant, right: Constant): Constant | null {
  if (op === '==') return left === right;
  if (op === '!=') return left !== right;
  // The left side has not settled it.
  if (typeof left === 'boolean' && typeof right === 'boolean') return settling(op) === null ? null : right;
  if (typeof left === 'bigint' && typeof right === 'bigint') return integerValue(op, left, right);
  return null;
}

/** Null: a division by zero, too large, or no operator on integers. */
export function integerValue(op: BinaryOp, left: bigint, right: bigint): Constant | null {
  if (settling(op) !== null) return null;
  const value = smallValue(op, left, right);
  if (value === null || isFault(value)) return null;
  return givesTruth(op) ? value === 1n : value;
}

function smallValue(op: BinaryOp, left: bigint, right: bigint): EvalResult | null {
  try {
    return applyBinary(op, left, right);
  } catch (error) {
    if (error instanceof IntegerTooLarge) return null;
    throw error;
  }
}
