import { binary, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';

/** A predicate as people write it: `x >= 0` for `-1 < x`, `x == 0` for `0 == x`. */
export function readable(predicate: Expr): Expr {
  if (predicate.kind !== 'binary' || predicate.left.kind !== 'int') return predicate;
  const { op, left, right } = predicate;
  if (op === '==') return binary('==', right, left);
  return op === '<' ? binary('>=', right, int(left.value + 1n)) : predicate;
}
