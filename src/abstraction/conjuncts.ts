import { truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { negated } from '../lang/expr/simplify.js';

/** The conditions that hold together exactly where this one does. */
export function conjuncts(condition: Expr): readonly Expr[] {
  if (condition === truth) return [];
  if (condition.kind === 'binary' && condition.op === '&&')
    return [...conjuncts(condition.left), ...conjuncts(condition.right)];
  if (condition.kind !== 'unary' || condition.op !== '!' || condition.arg.kind !== 'binary')
    return [condition];
  const { op, left, right } = condition.arg;
  if (op === '||') return [...conjuncts(negated(left)), ...conjuncts(negated(right))];
  if (op === '->') return [...conjuncts(left), ...conjuncts(negated(right))];
  return [condition];
}
