import type { BinaryOp, Expr } from '../../../ir/expr.js';
import { settling } from '../../../ir/operators.js';
import type { LocalId, SharedId, ThreadId } from '../../../ir/ids.js';
import { mayFail } from '../../../logic/defined.js';
import { applyBinary, applyUnary, isFault } from '../../../logic/eval.js';
import type { Outcome } from '../../../logic/eval.js';
import { InternalError, assertNever } from '../../../support/check.js';

/** Values as far as they are known; null: not yet. */
export interface PartialEnvironment {
  local(id: LocalId): bigint | null;
  shared(id: SharedId, index: bigint): Outcome | null;
  at(thread: ThreadId, label: string): boolean | null;
}

/** What logic/eval.ts gives for every completion of the environment; null if that depends, or might. */
export function evaluatePartly(expr: Expr, env: PartialEnvironment): Outcome | null {
  switch (expr.kind) {
    case 'int':
      return expr.value;
    case 'bool':
      return expr.value ? 1n : 0n;
    case 'local':
      return env.local(expr.local);
    case 'shared': {
      const index = expr.index === null ? 0n : evaluatePartly(expr.index, env);
      return index === null || isFault(index) ? index : env.shared(expr.shared, index);
    }
    case 'at': {
      const known = env.at(expr.thread, expr.label);
      return known === null ? null : known ? 1n : 0n;
    }
    case 'unary': {
      const arg = evaluatePartly(expr.arg, env);
      if (arg === null || isFault(arg)) return arg;
      return applyUnary(expr.op, arg);
    }
    case 'binary':
      return binaryPartly(expr.op, expr.left, expr.right, env);
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'forall':
      throw new InternalError(`${expr.kind} is gone after expand-instances`);
    case 'temporal':
    case 'until':
      throw new InternalError('a temporal formula has no value in a state');
    default:
      return assertNever(expr);
  }
}

function binaryPartly(
  op: BinaryOp,
  leftExpr: Expr,
  rightExpr: Expr,
  env: PartialEnvironment,
): Outcome | null {
  const settled = settling(op);
  const left = evaluatePartly(leftExpr, env);
  if (left !== null && isFault(left)) return left;
  if (settled !== null && left === truthValue(settled.left)) return truthValue(settled.result);
  const right = evaluatePartly(rightExpr, env);
  if (left === null) {
    const decides = settled !== null && right === truthValue(settled.right) && !mayFail(leftExpr);
    return decides ? truthValue(settled.result) : null;
  }
  return right === null || isFault(right) ? right : applyBinary(op, left, right);
}

const truthValue = (value: boolean): bigint => (value ? 1n : 0n);
