import { local, localsOf } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { localId } from '../../../lang/expr/ids.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import type { LValue, Program, Stmt } from '../../../lang/program/program.js';
import { mapBlocks, mapExpressions, rewriteExpr } from '../../../lang/program/visit.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import { getOrFail } from '../../../support/invariant.js';

/** The program without locals that nothing mentions, the others counted again. */
export function renumbered(program: Program): Program {
  const used = new Set<LocalId>();
  for (const { body } of program.threads)
    for (const stmt of everyStatement(body)) {
      for (const expr of exprsOf(stmt)) for (const id of localsOf(expr)) used.add(id);
      for (const id of writtenBy(stmt)) used.add(id);
    }
  const kept = program.locals.filter(({ id }) => used.has(id));
  const ids = new Map(kept.map(({ id }, i) => [id, localId(i)]));
  const inExpr = (expr: Expr): Expr =>
    rewriteExpr(expr, (e) => (e.kind === 'local' ? local(getOrFail(ids, e.local)) : e));
  const inPlace = <P extends LValue>(place: P): P =>
    place.kind === 'local' ? { ...place, local: getOrFail(ids, place.local) } : place;
  const inStmt = (stmt: Stmt): Stmt => {
    const mapped = mapBlocks(mapExpressions(stmt, inExpr), (block) => block.map(inStmt));
    if (mapped.kind === 'assign') return { ...mapped, target: inPlace(mapped.target) };
    if (mapped.kind === 'havoc') return { ...mapped, local: getOrFail(ids, mapped.local) };
    if (mapped.kind === 'rmw' && mapped.result !== null)
      return { ...mapped, result: getOrFail(ids, mapped.result) };
    return mapped;
  };
  return {
    ...program,
    locals: kept.map((variable, i) => ({ ...variable, id: localId(i) })),
    threads: program.threads.map((thread) => ({ ...thread, body: thread.body.map(inStmt) })),
  };
}

function writtenBy(stmt: Stmt): readonly LocalId[] {
  if (stmt.kind === 'assign') return stmt.target.kind === 'local' ? [stmt.target.local] : [];
  if (stmt.kind === 'havoc') return [stmt.local];
  return stmt.kind === 'rmw' && stmt.result !== null ? [stmt.result] : [];
}
