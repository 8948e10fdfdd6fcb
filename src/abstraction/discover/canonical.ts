import type { Expr } from '../../lang/expr/expr.js';
import { linearSumOf, minus } from '../../lang/expr/linear-sum.js';
import type { LinearSum } from '../../lang/expr/linear-sum.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { isVariable } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import { normal } from '../normal.js';
import { atomFormula } from './difference-atom.js';
import type { DifferenceAtom } from './difference-atom.js';

/**
 * The predicate that a condition is, without its sign: the same for `x < 1`, `x <= 0` and `!(x > 0)`. What compares two
 * variables, or one with a number, is always written in one way.
 */
export function canonical(condition: Expr, typeOf: (variable: Expr) => Type): Expr {
  const atom = differenceAtom(condition);
  return normal(atom === null ? condition : atomFormula(atom, typeOf)).formula;
}

/** Null: it is no comparison of two variables, or of one with a number. */
export function differenceAtom(condition: Expr): DifferenceAtom | null {
  if (condition.kind === 'unary' && condition.op === '!') {
    const atom = differenceAtom(condition.arg);
    return atom === null ? null : opposite(atom);
  }
  if (condition.kind !== 'binary' || !isCompareOp(condition.op)) return null;
  const variableOf = (leaf: Expr): Expr | null => (isVariable(leaf) ? leaf : null);
  const left = linearSumOf(condition.left, variableOf);
  const right = linearSumOf(condition.right, variableOf);
  if (left === null || right === null) return null;
  switch (condition.op) {
    case '<':
      return difference('<=', minus(left, right), -1n);
    case '<=':
      return difference('<=', minus(left, right), 0n);
    case '>':
      return difference('<=', minus(right, left), -1n);
    case '>=':
      return difference('<=', minus(right, left), 0n);
    case '==':
    case '!=':
      return difference(condition.op, minus(left, right), 0n);
    default:
      return null;
  }
}

const opposite = ({ op, x, y, c }: DifferenceAtom): DifferenceAtom =>
  op === '<=' ? { op, x: y, y: x, c: -c - 1n } : { op: op === '==' ? '!=' : '==', x, y, c };

/** sum <= most, sum == most or sum != most. */
function difference(
  op: DifferenceAtom['op'],
  { factors, constant }: LinearSum<Expr>,
  most: bigint,
): DifferenceAtom | null {
  const plus = [...factors].filter(([, factor]) => factor === 1n);
  const less = [...factors].filter(([, factor]) => factor === -1n);
  if (plus.length > 1 || less.length > 1 || plus.length + less.length !== factors.size) return null;
  return { op, x: plus[0]?.[0] ?? null, y: less[0]?.[0] ?? null, c: most - constant };
}
