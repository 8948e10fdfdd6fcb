import { isBitOp } from '../../../ir/expr.js';
import type { BinaryOp, BitOp, Expr } from '../../../ir/expr.js';
import { InternalError, assertNever, at } from '../../../support/check.js';
import type { Interval } from './interval.js';
import {
  bits,
  difference,
  empty,
  everything,
  fromBigints,
  hull,
  negate,
  product,
  quotient,
  remainder,
  sum,
} from './interval.js';
import { bitwise } from './bit-intervals.js';
import type { Variable, Variables } from './variables.js';

/** What is known of the value of a variable. */
export type IntervalMap = (variable: Variable) => Interval;

/** The integers that an expression may evaluate to, if it evaluates without an error; truth values are 0 and 1. */
export function intervalOf(expr: Expr, variables: Variables, known: IntervalMap): Interval {
  switch (expr.kind) {
    case 'int':
      return literalInterval(expr.value);
    case 'local':
      return known(variables.ofLocal(expr.local));
    case 'shared':
      return hullOf(cellsRead(expr, variables, known), known);
    case 'unary':
      return expr.op === '-' ? negate(intervalOf(expr.arg, variables, known)) : bits;
    case 'binary':
      return isArithmetic(expr.op) || isBitOp(expr.op)
        ? binaryInterval(
            expr.op,
            intervalOf(expr.left, variables, known),
            intervalOf(expr.right, variables, known),
          )
        : bits;
    case 'bool':
    case 'at':
      return bits;
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'forall':
    case 'temporal':
    case 'until':
      throw new InternalError(`the engine meets no ${expr.kind}`);
    default:
      return assertNever(expr);
  }
}

export function literalInterval(value: bigint): Interval {
  const { lo, hi } = fromBigints(value, value);
  return Number.isFinite(lo) && Number.isFinite(hi) && BigInt(lo) === value ? { lo, hi } : everything;
}

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';

export const isArithmetic = (op: BinaryOp): op is ArithmeticOp =>
  op === '+' || op === '-' || op === '*' || op === '/' || op === '%';

export function binaryInterval(op: ArithmeticOp | BitOp, left: Interval, right: Interval): Interval {
  switch (op) {
    case '+':
      return sum(left, right);
    case '-':
      return difference(left, right);
    case '*':
      return product(left, right);
    case '/':
      return quotient(left, right);
    case '%':
      return remainder(left, right);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return bitwise(op, left, right);
    default:
      return assertNever(op);
  }
}

function hullOf(variables: readonly Variable[], known: IntervalMap): Interval {
  return variables.map(known).reduce(hull, empty);
}

/** The cells that an access may touch, as far as its index is known. */
export function cellsRead(
  access: { readonly shared: Extract<Expr, { kind: 'shared' }>['shared']; readonly index: Expr | null },
  variables: Variables,
  known: IntervalMap,
): readonly Variable[] {
  const cells = variables.ofShared(access.shared);
  if (access.index === null) return [at(cells, 0)];
  const index = intervalOf(access.index, variables, known);
  return cells.filter((_, i) => index.lo <= i && i <= index.hi);
}
