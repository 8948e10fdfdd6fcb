import { at } from '../../support/invariant.js';
import { int, mapChildren, shared } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import { printExpr } from './print-expr.js';
import { shownFrom } from './system.js';
import type { System } from './system.js';

/** A condition on a system as its program may state it: the cells of arrays are counted as people count them. */
export function printCondition(condition: Expr, system: System): string {
  const shown = (expr: Expr): Expr => {
    if (expr.kind !== 'shared' || expr.index?.kind !== 'int') return mapChildren(expr, shown);
    const first = shownFrom(at(system.shared, expr.shared));
    return shared(expr.shared, int(expr.index.value + BigInt(first)));
  };
  return printExpr(shown(condition), system);
}
