import { constantValue } from './constant.js';
import { applyBits, binary, bool, falsity, int, not, truth, unary } from './expr.js';
import type { BinaryOp, BitOp, Expr, UnaryOp } from './expr.js';
import { bounded } from './integer-limit.js';
import { holdsBetween, isCompareOp, mirrored, oppositeOf } from './operators.js';
import type { CompareOp } from './operators.js';
import { assertNever } from '../../support/invariant.js';

/**
 * Makers of expressions that compute what they can see at once: constants, `x + 1 - 1`, `x == x`, `!(x < y)`. Constants
 * stand on the right. Operands are taken to have a value: who divides by what may be 0 must care for that elsewhere. An
 * expression over simplified ones costs no walk through these.
 */
export function simplifiedBinary(op: BinaryOp, left: Expr, right: Expr): Expr {
  switch (op) {
    case '+':
      return sum(left, right);
    case '-':
      return difference(left, right);
    case '*':
      return product(left, right);
    case '/':
    case '%':
      return quotient(op, left, right);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(op, left, right);
    case '&&':
      return both(left, right);
    case '||':
      return oneOf(left, right);
    case '->':
      return implied(left, right);
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

export function simplifiedUnary(op: UnaryOp, arg: Expr): Expr {
  switch (op) {
    case '!':
      return negated(arg);
    case '-':
      return minus(arg);
    case 'int':
      return arg.kind === 'bool' ? int(arg.value ? 1 : 0) : unary('int', arg);
    default:
      return assertNever(op);
  }
}

const bitwise = (op: BitOp, left: Expr, right: Expr): Expr =>
  left.kind === 'int' && right.kind === 'int'
    ? int(bounded(applyBits(op, left.value, right.value)))
    : binary(op, left, right);

export function negated(expr: Expr): Expr {
  if (expr.kind === 'binary' && isCompareOp(expr.op))
    return binary(oppositeOf[expr.op], expr.left, expr.right);
  return not(expr);
}

/** An integer expression as a term (null: none) and a constant that is added to it. */
interface ShiftedTerm {
  readonly term: Expr | null;
  readonly by: bigint;
}

function split(expr: Expr): ShiftedTerm {
  if (expr.kind === 'int') return { term: null, by: expr.value };
  if (expr.kind === 'binary' && expr.right.kind === 'int') {
    if (expr.op === '+') return { term: expr.left, by: expr.right.value };
    if (expr.op === '-') return { term: expr.left, by: -expr.right.value };
  }
  return { term: expr, by: 0n };
}

function shifted(term: Expr | null, by: bigint): Expr {
  if (term === null) return int(bounded(by));
  if (by === 0n) return term;
  return by > 0n ? binary('+', term, int(by)) : binary('-', term, int(-by));
}

function sum(left: Expr, right: Expr): Expr {
  const [a, b] = [split(left), split(right)];
  const term = a.term === null ? b.term : b.term === null ? a.term : binary('+', a.term, b.term);
  return shifted(term, a.by + b.by);
}

function difference(left: Expr, right: Expr): Expr {
  const [a, b] = [split(left), split(right)];
  if (a.term === b.term) return int(a.by - b.by);
  if (b.term === null) return shifted(a.term, a.by - b.by);
  const term = a.term === null ? minus(b.term) : binary('-', a.term, b.term);
  return shifted(term, a.by - b.by);
}

function minus(arg: Expr): Expr {
  const { term, by } = split(arg);
  if (term === null) return int(-by);
  const turned = term.kind === 'unary' && term.op === '-' ? term.arg : unary('-', term);
  return shifted(turned, -by);
}

function product(left: Expr, right: Expr): Expr {
  if (left.kind === 'int')
    return right.kind === 'int' ? int(bounded(left.value * right.value)) : scaled(right, left.value);
  return right.kind === 'int' ? scaled(left, right.value) : binary('*', left, right);
}

function scaled(expr: Expr, by: bigint): Expr {
  if (by === 0n) return int(0);
  if (by === -1n) return minus(expr);
  return by === 1n ? expr : binary('*', expr, int(by));
}

function quotient(op: '/' | '%', left: Expr, right: Expr): Expr {
  const plain = binary(op, left, right);
  const value = constantValue(plain);
  if (typeof value === 'bigint') return int(value);
  if (right.kind !== 'int' || right.value !== 1n) return plain;
  return op === '/' ? left : int(0);
}

function compared(op: CompareOp, left: Expr, right: Expr): Expr {
  if (left.kind === 'bool')
    return right.kind === 'bool' ? bool((left === right) === (op === '==')) : isTruth(op, right, left);
  if (right.kind === 'bool') return isTruth(op, left, right);
  const [a, b] = [split(left), split(right)];
  if (a.term === b.term) return bool(holdsBetween(op, a.by, b.by));
  if (a.term === null) return binary(mirrored[op], b.term ?? int(0), int(a.by - b.by));
  return binary(op, a.term, shifted(b.term, b.by - a.by));
}

/** `b == true` is `b`. */
const isTruth = (op: CompareOp, expr: Expr, constant: Expr): Expr =>
  (constant === truth) === (op === '==') ? expr : negated(expr);

function both(left: Expr, right: Expr): Expr {
  if (left === falsity || right === falsity || left === negated(right)) return falsity;
  if (left === truth || left === right) return right;
  return right === truth ? left : binary('&&', left, right);
}

function oneOf(left: Expr, right: Expr): Expr {
  if (left === truth || right === truth || left === negated(right)) return truth;
  if (left === falsity || left === right) return right;
  return right === falsity ? left : binary('||', left, right);
}

function implied(left: Expr, right: Expr): Expr {
  if (left === falsity || right === truth || left === right) return truth;
  if (left === truth) return right;
  return right === falsity ? negated(left) : binary('->', left, right);
}
