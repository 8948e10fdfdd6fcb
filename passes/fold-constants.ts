import { constantValue } from '../src/lang/expr/constant.js';
import { bool, int } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { Stmt } from '../src/lang/program/program.js';
import { mapBodies, mapExpressions, rewriteBlock, rewriteExpr } from '../src/lang/program/visit.js';
import type { ReductionPass } from '../src/pass/pass.js';

/**
 * What is known without running is computed, so that an index that instances made constant is seen to be one.
 *
 *   BEFORE  flag[1 - 0] = true;          AFTER  flag[1] = true;
 *
 * Left alone: a division by zero, and a whole test, which takes a step also where its outcome is known: so each statement
 * still is the step that it was.
 */
export const foldConstants: ReductionPass = {
  name: 'fold-constants',
  summary: 'compute constant expressions',
  level: 'reduction',
  requires: ['resolved'],
  establishes: [],
  run: (program) => mapBodies(program, (body) => rewriteBlock(body, (stmt) => [folded(stmt)])),
};

function folded(stmt: Stmt): Stmt {
  const whole = mapExpressions(stmt, fold);
  const losesTest = 'cond' in stmt && 'cond' in whole && whole.cond.kind === 'bool';
  return losesTest ? { ...whole, cond: stmt.cond } : whole;
}

const fold = (expr: Expr): Expr =>
  rewriteExpr(expr, (e) => {
    const value = constantValue(e);
    if (value === null) return e;
    return typeof value === 'bigint' ? int(value) : bool(value);
  });
