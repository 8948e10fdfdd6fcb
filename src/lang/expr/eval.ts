import { applyBits, subexpressions } from './expr.js';
import type { BinaryOp, Expr, UnaryOp } from './expr.js';
import type { LocalId, SharedId, ThreadId } from './ids.js';
import { bounded } from './integer-limit.js';
import { settling } from './operators.js';
import { InternalError, assertNever, invariant } from '../../support/invariant.js';

/** What ends the evaluation of an expression, named by the implicit property that it violates. */
export type Fault = 'div' | 'bounds';

/** A value, truth as 0 or 1; or a fault. */
export type EvalResult = bigint | Fault;

export const isFault = (outcome: EvalResult): outcome is Fault => typeof outcome === 'string';

/** Where the value of each name comes from. */
export interface Environment {
  local(id: LocalId): bigint;
  /** `index` is 0 for a scalar; null if it is out of bounds. */
  shared(id: SharedId, index: bigint): bigint | null;
  at(thread: ThreadId, label: string): boolean;
}

/** Values as far as they are known; undefined: not yet. */
export interface PartialEnvironment {
  local(id: LocalId): bigint | undefined;
  shared(id: SharedId, index: bigint): bigint | null | undefined;
  at(thread: ThreadId, label: string): boolean | undefined;
}

/** By the mathematical integers; `&&`, `||` and `->` leave their right side alone where the left side decides. */
export function evaluate(expr: Expr, env: Environment): EvalResult {
  const outcome = evaluatePartly(expr, env);
  invariant(outcome !== undefined, 'of known values all is known');
  return outcome;
}

/** What `evaluate` gives for every completion of the environment; undefined if that depends, or might. */
export function evaluatePartly(expr: Expr, env: PartialEnvironment): EvalResult | undefined {
  switch (expr.kind) {
    case 'int':
      return expr.value;
    case 'bool':
      return expr.value ? 1n : 0n;
    case 'local':
      return env.local(expr.local);
    case 'shared': {
      const index = expr.index === null ? 0n : evaluatePartly(expr.index, env);
      if (index === undefined || isFault(index)) return index;
      const value = env.shared(expr.shared, index);
      return value === null ? 'bounds' : value;
    }
    case 'at': {
      const isThere = env.at(expr.thread, expr.label);
      return isThere === undefined ? isThere : isThere ? 1n : 0n;
    }
    case 'unary': {
      const arg = evaluatePartly(expr.arg, env);
      if (arg === undefined || isFault(arg)) return arg;
      return applyUnary(expr.op, arg);
    }
    case 'binary':
      return evaluateBinary(expr.op, expr.left, expr.right, env);
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

function evaluateBinary(
  op: BinaryOp,
  leftExpr: Expr,
  rightExpr: Expr,
  env: PartialEnvironment,
): EvalResult | undefined {
  const left = evaluatePartly(leftExpr, env);
  if (left !== undefined && isFault(left)) return left;
  if (op === '&&' && left === 0n) return 0n;
  if (op === '||' && left === 1n) return 1n;
  if (op === '->' && left === 0n) return 1n;
  const right = evaluatePartly(rightExpr, env);
  if (left === undefined) {
    const settled = settling(op);
    const decides = settled !== null && right === truthValue(settled.right) && !mayFail(leftExpr);
    return decides ? truthValue(settled.result) : undefined;
  }
  return right === undefined || isFault(right) ? right : applyBinary(op, left, right);
}

const truthValue = (value: boolean): bigint => (value ? 1n : 0n);

/** Truth values are 0 and 1 already. */
export function applyUnary(op: UnaryOp, arg: bigint): bigint {
  switch (op) {
    case '!':
      return 1n - arg;
    case '-':
      return -arg;
    case 'int':
      return arg;
    default:
      return assertNever(op);
  }
}

/** Throws `IntegerTooLarge`. */
export function applyBinary(op: BinaryOp, left: bigint, right: bigint): EvalResult {
  switch (op) {
    case '+':
      return bounded(left + right);
    case '-':
      return bounded(left - right);
    case '*':
      return bounded(left * right);
    // BigInt division truncates towards zero, and the remainder has the sign of the dividend, as in C.
    case '/':
      return right === 0n ? 'div' : left / right;
    case '%':
      return right === 0n ? 'div' : left % right;
    case '==':
      return left === right ? 1n : 0n;
    case '!=':
      return left === right ? 0n : 1n;
    case '<':
      return left < right ? 1n : 0n;
    case '<=':
      return left <= right ? 1n : 0n;
    case '>':
      return left > right ? 1n : 0n;
    case '>=':
      return left >= right ? 1n : 0n;
    case '&&':
    case '||':
    case '->':
      return right;
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return bounded(applyBits(op, left, right));
    default:
      return assertNever(op);
  }
}

/** The value of an expression without names. */
export function evaluateConstant(expr: Expr): bigint {
  const nothing = (): never => {
    throw new InternalError('a constant expression mentions no names');
  };
  const outcome = evaluate(expr, { local: nothing, shared: nothing, at: nothing });
  if (isFault(outcome)) throw new InternalError('a constant expression has a value');
  return outcome;
}

/** Whether an evaluation may divide by zero or leave an array, as far as the expression alone tells. */
export const mayFail = (expr: Expr): boolean =>
  [...subexpressions(expr)].some(
    (e) =>
      (e.kind === 'binary' && (e.op === '/' || e.op === '%')) || (e.kind === 'shared' && e.index !== null),
  );
