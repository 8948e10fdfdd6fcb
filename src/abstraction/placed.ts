import { bool } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { rewriteExpr } from '../lang/program/visit.js';
import { at } from '../support/invariant.js';
import type { CommandThread } from './command-program.js';

/** The formula where each thread stands at its location: every `at` has become true or false. */
export function placed(formula: Expr, threads: readonly CommandThread[], locations: ArrayLike<number>): Expr {
  return rewriteExpr(formula, (e) => {
    if (e.kind !== 'at') return e;
    const location = at(at(threads, e.thread).locations, at(locations, e.thread));
    return bool(location.labels.includes(e.label));
  });
}
