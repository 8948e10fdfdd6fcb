import { not, truth } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';

/** Conditions that hold together exactly where this one does. */
export function conjuncts(expr: Expr): readonly Expr[] {
  if (expr === truth) return [];
  if (expr.kind === 'binary' && expr.op === '&&') return [...conjuncts(expr.left), ...conjuncts(expr.right)];
  if (expr.kind === 'unary' && expr.op === '!' && expr.arg.kind === 'binary') {
    const { op, left, right } = expr.arg;
    if (op === '||') return [...conjuncts(not(left)), ...conjuncts(not(right))];
    if (op === '->') return [...conjuncts(left), ...conjuncts(not(right))];
  }
  return [expr];
}
