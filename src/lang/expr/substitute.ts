import { children, mapChildren } from './expr.js';
import type { Expr } from './expr.js';
import { simplifiedBinary, simplifiedUnary } from './simplify.js';

/**
 * The expression with other expressions in the place of variables, simplified on the way. A variable is a local, a shared
 * variable without an index, or one with a constant index; `valueOf` gives the variable itself where it is to stay. What is
 * shared in the expression is walked once: give the same memo for the same `valueOf` to share among expressions.
 */
export function substituted(
  expr: Expr,
  valueOf: (variable: Expr) => Expr,
  memo: Map<Expr, Expr> = new Map(),
): Expr {
  const known = memo.get(expr);
  if (known !== undefined) return known;
  const result = rebuilt(expr, valueOf, memo);
  memo.set(expr, result);
  return result;
}

function rebuilt(expr: Expr, valueOf: (variable: Expr) => Expr, memo: Map<Expr, Expr>): Expr {
  if (isVariable(expr)) return valueOf(expr);
  const inside = (part: Expr): Expr => substituted(part, valueOf, memo);
  switch (expr.kind) {
    case 'binary':
      return simplifiedBinary(expr.op, inside(expr.left), inside(expr.right));
    case 'unary':
      return simplifiedUnary(expr.op, inside(expr.arg));
    default:
      return mapChildren(expr, inside);
  }
}

export const isVariable = (expr: Expr): boolean =>
  expr.kind === 'local' || (expr.kind === 'shared' && (expr.index === null || expr.index.kind === 'int'));

/** The variables that occur, each once; what is shared in the expression is walked once. */
export function variablesOf(expr: Expr): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  const seen = new Set<Expr>();
  const open = [expr];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (seen.has(here)) continue;
    seen.add(here);
    if (isVariable(here)) found.add(here);
    else open.push(...children(here));
  }
  return found;
}
