import { binary, bool, equal, int, local, localsOf, shared } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { LocalId } from '../src/lang/expr/ids.js';
import type { Type } from '../src/lang/expr/type.js';
import type { Block, Program, SharedPlace, Stmt } from '../src/lang/program/program.js';
import { rewriteBlock } from '../src/lang/program/visit.js';
import type { ProgramPass } from '../src/pass/pass.js';
import { withTemporaries } from '../src/pass/hoist.js';
import { StmtMaker } from '../src/pass/make-statements.js';
import { at } from '../src/support/invariant.js';

/**
 * Read-modify-write statements become locked blocks.
 *
 *   BEFORE  r = cas(x, a, b);     AFTER  locked { if (x == a) { x = b; r = true; } else { r = false; } }
 *   BEFORE  r = xchg(x, e);       AFTER  locked { r = x; x = e; }
 *   BEFORE  r = fetch_add(x, e);  AFTER  locked { r = x; x = r + e; }
 *
 * If `e` or the index mentions r, the old value is kept in a temporary first. A statement without result does without r.
 * Left alone: everything else, `locked` blocks that the user wrote among it.
 */
export const lowerRmw: ProgramPass = {
  name: 'lower-rmw',
  summary: 'replace cas, xchg and fetch_add by locked blocks',
  level: 'program',
  requires: ['resolved'],
  establishes: ['no-rmw'],
  run: (program) =>
    withTemporaries(program, ({ id, body }, supply) =>
      rewriteBlock(body, (stmt) =>
        stmt.kind === 'rmw'
          ? [asLocked(stmt, program, (type) => supply.temporary('old', id, type, stmt.span))]
          : [stmt],
      ),
    ),
};

function asLocked(
  stmt: Extract<Stmt, { kind: 'rmw' }>,
  program: Program,
  temporary: (type: Type) => LocalId,
): Stmt {
  const make = new StmtMaker('lower-rmw', stmt.span);
  const { op, place, result } = stmt;
  const current = shared(place.shared, place.index);
  const locked = (body: Block): Stmt => ({ kind: 'locked', body, labels: stmt.labels, span: stmt.span });

  if (op.kind === 'cas') {
    const outcome = (succeeded: boolean): Block => {
      if (result === null) return [];
      const isBool = at(program.locals, result).type.kind === 'bool';
      return [make.setLocal(result, isBool ? bool(succeeded) : int(succeeded ? 1 : 0))];
    };
    const success: Block = [make.assign(place, op.value), ...outcome(true)];
    return locked([make.when(equal(current, op.expected), success, outcome(false))]);
  }
  const storeFrom = (old: Expr): Stmt =>
    make.assign(place, op.kind === 'xchg' ? op.value : binary('+', old, op.value));
  if (result === null) return locked([storeFrom(current)]);
  if (!mentions(op.value, place, result))
    return locked([make.setLocal(result, current), storeFrom(local(result))]);
  const old = temporary(at(program.shared, place.shared).type);
  return locked([make.setLocal(old, current), storeFrom(local(old)), make.setLocal(result, local(old))]);
}

function mentions(value: Expr, place: SharedPlace, result: LocalId): boolean {
  return localsOf(value).has(result) || (place.index !== null && localsOf(place.index).has(result));
}
