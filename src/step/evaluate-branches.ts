import type { BinaryOp, Expr, SharedRead, UnaryOp } from '../ir/expr.js';
import { found, then } from './branches.js';
import type { Branches } from './branches.js';
import type { ActionDomain } from './run-actions.js';

/** What expressions are evaluated over where one may have to tell ways apart to know a value. */
export interface ExprDomain<S, V, C> extends ActionDomain<S, V, C> {
  /** An expression without others inside, but for memory. */
  leaf(state: S, expr: Expr): V;
  load(state: S, cell: C): V;
  truth(value: boolean): V;
  unary(state: S, op: UnaryOp, arg: V): V;
  /** Also `/` and `%` by one of the `divisors`, and `&&`, `||` and `->` of two sides that have values. */
  binary(state: S, op: BinaryOp, left: V, right: V): V;
  /** What one can divide by, and the fault `div`. */
  divisors(state: S, value: V): Branches<S, V>;
  /**
   * The right side of `&&`, `||` or `->` evaluated whether it is asked for or not; null: that makes a difference, as it has
   * cases or may fault.
   */
  unasked(state: S, right: Expr): Branches<S, V> | null;
}

/**
 * All ways to evaluate an expression, as logic/eval.ts does: left to right, and `&&`, `||` and `->` leave their right side
 * alone where the left side decides.
 */
export function evaluateIn<S, V, C>(domain: ExprDomain<S, V, C>, state: S, expr: Expr): Branches<S, V> {
  switch (expr.kind) {
    case 'shared':
      return load(domain, state, expr);
    case 'unary':
      return then(domain.evaluate(state, expr.arg), (so, arg) => found(so, domain.unary(so, expr.op, arg)));
    case 'binary':
      return then(domain.evaluate(state, expr.left), (so, left) =>
        operated(domain, so, expr.op, left, expr.right),
      );
    default:
      return found(state, domain.leaf(state, expr));
  }
}

function load<S, V, C>(
  domain: ExprDomain<S, V, C>,
  state: S,
  { shared, index: place }: SharedRead,
): Branches<S, V> {
  const indices: Branches<S, V | null> = place === null ? found(state, null) : domain.evaluate(state, place);
  const cells = then(indices, (so, index) => domain.cells(so, shared, index));
  return then(cells, (so, cell) => found(so, domain.load(so, cell)));
}

function operated<S, V, C>(
  domain: ExprDomain<S, V, C>,
  state: S,
  op: BinaryOp,
  left: V,
  rightExpr: Expr,
): Branches<S, V> {
  const computed = (right: Branches<S, V>): Branches<S, V> =>
    then(right, (so, value) => found(so, domain.binary(so, op, left, value)));
  if (op === '/' || op === '%')
    return computed(then(domain.evaluate(state, rightExpr), (so, right) => domain.divisors(so, right)));
  const decisive = decisiveLeft(op);
  if (decisive === null) return computed(domain.evaluate(state, rightExpr));
  const unasked = domain.unasked(state, rightExpr);
  if (unasked !== null) return computed(unasked);
  const short = domain.assume(state, left, decisive.left);
  const long = domain.assume(state, left, !decisive.left);
  return [
    ...(short === null ? [] : found(short, domain.truth(decisive.result))),
    ...(long === null ? [] : domain.evaluate(long, rightExpr)),
  ];
}

/** For an operator that may leave its right side alone: the left value that decides, and the result then. */
function decisiveLeft(op: BinaryOp): { readonly left: boolean; readonly result: boolean } | null {
  switch (op) {
    case '&&':
      return { left: false, result: false };
    case '||':
      return { left: true, result: true };
    case '->':
      return { left: false, result: true };
    default:
      return null;
  }
}
