import { binary, children, conjunction, disjunction, exprId, mapChildren } from '../../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary, simplifiedUnary } from '../../../lang/expr/simplify.js';
import { remembered } from '../../../support/remembered.js';

const forms = new WeakMap<Expr, Expr>();
const failing = new WeakMap<Expr, boolean>();

/**
 * The same for expressions that differ in the order of operands only, or in what can be computed at once. Where an operand
 * may fail its place is kept: it decides whether the expression does.
 */
export function unordered(expr: Expr): Expr {
  return remembered(forms, expr, () => {
    const inner = mapChildren(expr, unordered);
    if (mayFail(inner)) return inner;
    switch (inner.kind) {
      case 'unary':
        return simplifiedUnary(inner.op, inner.arg);
      case 'binary':
        return settledBinary(inner.op, inner.left, inner.right);
      default:
        return inner;
    }
  });
}

function settledBinary(op: BinaryOp, left: Expr, right: Expr): Expr {
  const simple = simplifiedBinary(op, left, right);
  if (simple.kind !== 'binary') return simple;
  switch (simple.op) {
    case '&&':
      return conjunction(sorted(new Set(operands(simple, '&&'))));
    case '||':
      return disjunction(sorted(new Set(operands(simple, '||'))));
    case '+':
    case '*': {
      const { op: same } = simple;
      const [first, ...others] = sorted(operands(simple, same));
      return others.reduce((all, other) => binary(same, all, other), first ?? simple);
    }
    case '==':
    case '!=': {
      const [a, b] = sorted([simple.left, simple.right]);
      return binary(simple.op, a ?? simple.left, b ?? simple.right);
    }
    default:
      return simple;
  }
}

/** What a chain of one operator is made of. */
export function operands(expr: Expr, op: BinaryOp): readonly Expr[] {
  if (expr.kind !== 'binary' || expr.op !== op) return [expr];
  return [...operands(expr.left, op), ...operands(expr.right, op)];
}

const sorted = (all: Iterable<Expr>): Expr[] => [...all].sort((a, b) => exprId(a) - exprId(b));

/** By a division, or an index that is out of bounds. */
function mayFail(expr: Expr): boolean {
  return remembered(failing, expr, () => {
    const isRisk =
      (expr.kind === 'binary' && (expr.op === '/' || expr.op === '%')) ||
      (expr.kind === 'shared' && expr.index !== null && expr.index.kind !== 'int');
    return isRisk || children(expr).some(mayFail);
  });
}
