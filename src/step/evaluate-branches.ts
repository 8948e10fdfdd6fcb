import { bool } from '../lang/expr/expr.js';
import type { BinaryOp, Expr, SharedRead, UnaryOp } from '../lang/expr/expr.js';
import { settling } from '../lang/expr/operators.js';
import { found, then } from './branches.js';
import type { Branches } from './branches.js';
import { indicesOf } from './run-actions.js';
import type { ActionDomain } from './run-actions.js';

/** What expressions are evaluated over where one may have to tell ways apart to know a value. */
export interface ExprDomain<S, C> extends ActionDomain<S, Expr, C> {
  /** An expression without others inside, but for memory. */
  leaf(state: S, expr: Expr): Expr;
  load(state: S, cell: C): Expr;
  unary(state: S, op: UnaryOp, arg: Expr): Expr;
  /** Also `/` and `%` by one of the `divisors`, and `&&`, `||` and `->` of two sides that have values. */
  binary(state: S, op: BinaryOp, left: Expr, right: Expr): Expr;
  /** What one can divide by, and the fault `div`. */
  divisors(state: S, value: Expr): Branches<S, Expr>;
  /**
   * The right side of `&&`, `||` or `->` evaluated whether it is asked for or not; null: that makes a difference, as it has
   * cases or may fault.
   */
  unasked(state: S, right: Expr): Branches<S, Expr> | null;
}

/**
 * All ways to evaluate an expression, as lang/expr/eval.ts does: left to right, and `&&`, `||` and `->` leave their right side
 * alone where the left side decides.
 */
export function evaluateIn<S, C>(domain: ExprDomain<S, C>, state: S, expr: Expr): Branches<S, Expr> {
  switch (expr.kind) {
    case 'shared':
      return load(domain, state, expr);
    case 'unary':
      return then(domain.evaluate(state, expr.arg), (so, arg) => found(so, domain.unary(so, expr.op, arg)));
    case 'binary':
      return then(domain.evaluate(state, expr.left), (so, left) =>
        operated(domain, so, expr.op, left, expr.right),
      );
    case 'int':
    case 'bool':
    case 'local':
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'at':
    case 'forall':
    case 'temporal':
    case 'until':
      return found(state, domain.leaf(state, expr));
  }
}

function load<S, C>(
  domain: ExprDomain<S, C>,
  state: S,
  { shared, index: place }: SharedRead,
): Branches<S, Expr> {
  const cells = then(indicesOf(domain, state, place), (so, index) => domain.cells(so, shared, index));
  return then(cells, (so, cell) => found(so, domain.load(so, cell)));
}

function operated<S, C>(
  domain: ExprDomain<S, C>,
  state: S,
  op: BinaryOp,
  left: Expr,
  rightExpr: Expr,
): Branches<S, Expr> {
  const computed = (right: Branches<S, Expr>): Branches<S, Expr> =>
    then(right, (so, value) => found(so, domain.binary(so, op, left, value)));
  if (op === '/' || op === '%')
    return computed(then(domain.evaluate(state, rightExpr), (so, right) => domain.divisors(so, right)));
  const settled = settling(op);
  if (settled === null) return computed(domain.evaluate(state, rightExpr));
  const unasked = domain.unasked(state, rightExpr);
  if (unasked !== null) return computed(unasked);
  const asked = found(domain.assume(state, left, !settled.left), null);
  return [
    ...found(domain.assume(state, left, settled.left), bool(settled.result)),
    ...then(asked, (so) => domain.evaluate(so, rightExpr)),
  ];
}
