import { and, binary, children, falsity, forall, int, not, or, truth } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import { settling } from '../expr/operators.js';
import { isGoal } from './program.js';
import type { Property, SharedVar } from './program.js';
import { lengthOf } from './system.js';
import { at } from '../../support/invariant.js';

/**
 * A condition that is true where the expression has a value: nothing is divided by zero, nothing read beyond an array. It
 * has a value itself wherever it is evaluated from left to right.
 */
export function definedness(expr: Expr, shared: readonly SharedVar[]): Expr {
  const parts = children(expr).map((child) => definedness(child, shared));
  const settled = expr.kind === 'binary' ? settling(expr.op) : null;
  if (expr.kind === 'binary' && settled !== null) {
    const [left = truth, right = truth] = parts;
    // The right side is evaluated only where the left one does not decide.
    return right === truth ? left : and(left, or(settled.left ? expr.left : not(expr.left), right));
  }
  const whole = parts.reduce(and, truth);
  if (expr.kind === 'forall' && whole !== truth) return forall(expr.binders, expr.thread, whole);
  if (expr.kind === 'binary' && (expr.op === '/' || expr.op === '%')) {
    const { right } = expr;
    if (right.kind === 'int') return right.value === 0n ? falsity : whole;
    return and(whole, binary('!=', right, int(0)));
  }
  if (expr.kind !== 'shared' || expr.index === null) return whole;
  const length = BigInt(lengthOf(at(shared, expr.shared)));
  const { index } = expr;
  if (index.kind === 'int') return index.value >= 0n && index.value < length ? whole : falsity;
  return and(whole, and(binary('>=', index, int(0)), binary('<', index, int(length))));
}

/**
 * The property, and of a goal one that is not violated where its formula has no value: what is neither true nor false is not
 * reached.
 */
export function reachedWhereTrue(property: Property, shared: readonly SharedVar[]): Property {
  if (!isGoal(property) || !('formula' in property)) return property;
  // How many cells there are is not known then; only exports are about such programs, and no goal is for them.
  if (shared.some(({ shape }) => shape.kind === 'per-instance')) return property;
  const hasValue = definedness(property.formula, shared);
  return hasValue === truth ? property : { ...property, formula: not(and(hasValue, not(property.formula))) };
}
