import { assertNever } from '../../support/invariant.js';
import { collected } from '../../support/lists.js';
import type { DveExpr, DveTransition } from './dve-ast.js';

/** The direct subexpressions, left to right. */
export const children = (expr: DveExpr): readonly DveExpr[] => collected((keep) => mapChildren(expr, keep));

/** Every subexpression, the expression itself first. */
export function* subexpressions(expr: DveExpr): Generator<DveExpr> {
  yield expr;
  for (const child of children(expr)) yield* subexpressions(child);
}

/** The same over `f` of its direct subexpressions. */
export function mapChildren(expr: DveExpr, f: (child: DveExpr) => DveExpr): DveExpr {
  switch (expr.kind) {
    case 'number':
    case 'truth':
    case 'name':
    case 'state':
      return expr;
    case 'cell':
      return { ...expr, index: f(expr.index) };
    case 'foreign':
      return expr.index === null ? expr : { ...expr, index: f(expr.index) };
    case 'unary':
    case 'temporal':
      return { ...expr, arg: f(expr.arg) };
    case 'binary':
    case 'until':
      return { ...expr, left: f(expr.left), right: f(expr.right) };
    default:
      return assertNever(expr);
  }
}

/** What a transition evaluates or writes to, each whole expression once. */
export function expressionsOf({ guards, sync, effects }: DveTransition): readonly DveExpr[] {
  const parts = sync === null ? [] : sync.kind === 'send' ? sync.values : sync.targets;
  return [...guards, ...parts, ...effects.flatMap(({ target, value }) => [target, value])];
}
