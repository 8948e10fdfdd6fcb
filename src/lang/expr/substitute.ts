import { children, mapChildren } from './expr.js';
import type { Expr } from './expr.js';
import { simplifiedBinary, simplifiedUnary } from './simplify.js';
import { remembered } from '../../support/remembered.js';

/**
 * Puts other expressions in the place of variables, and simplifies on the way. A variable is a local, a shared variable
 * without an index, or one with a constant index; one without a value stays. What is shared in the expressions that are
 * given to the function is walked once.
 */
export function substitution(values: ReadonlyMap<Expr, Expr>): (expr: Expr) => Expr {
  const memo = new Map<Expr, Expr>();
  const inside = (expr: Expr): Expr => remembered(memo, expr, rebuilt);
  const rebuilt = (expr: Expr): Expr => {
    if (isVariable(expr)) return values.get(expr) ?? expr;
    switch (expr.kind) {
      case 'binary':
        return simplifiedBinary(expr.op, inside(expr.left), inside(expr.right));
      case 'unary':
        return simplifiedUnary(expr.op, inside(expr.arg));
      default:
        return mapChildren(expr, inside);
    }
  };
  return inside;
}

/** As what comes of substitution. */
export const simplified = (expr: Expr): Expr => substitution(new Map())(expr);

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
