import { bool } from '../ir/expr.js';
import type { Expr } from '../ir/expr.js';
import { rewriteExpr } from '../ir/visit.js';
import { at } from '../support/check.js';
import type { CommandThread } from './command-program.js';

/** The formula where each thread stands at its location: every `at` has become true or false. */
export function placed(formula: Expr, threads: readonly CommandThread[], locations: ArrayLike<number>): Expr {
  return rewriteExpr(formula, (e) => {
    if (e.kind !== 'at') return e;
    const location = at(at(threads, e.thread).locations, at(locations, e.thread));
    return bool(location.labels.includes(e.label));
  });
}
