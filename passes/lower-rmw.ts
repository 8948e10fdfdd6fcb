import { generatedBy } from '../src/diagnostics/span.js';
import { binary, bool, equal, int, local, localsOf, shared } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { LocalId } from '../src/lang/expr/ids.js';
import type { Block, LocalVar, Program, SharedPlace, Stmt } from '../src/lang/program/program.js';
import { rewriteBlock } from '../src/lang/program/visit.js';
import type { ProgramPass } from '../src/pass/pass.js';
import { withTemporaries } from '../src/pass/hoist.js';
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
          ? [asLocked(stmt, program, (like) => supply.temporary('old', id, like.type, stmt.span))]
          : [stmt],
      ),
    ),
};

type Rmw = Extract<Stmt, { kind: 'rmw' }>;

function asLocked(
  stmt: Rmw,
  program: Program,
  temporary: (like: { type: LocalVar['type'] }) => LocalId,
): Stmt {
  const span = generatedBy('lower-rmw', stmt.span);
  const plain = { labels: [], span };
  const { op, place, result } = stmt;
  const current = shared(place.shared, place.index);
  const store = (value: Expr): Stmt => ({ ...plain, kind: 'assign', target: place, value });
  const assign = (to: LocalId, value: Expr): Stmt => ({
    ...plain,
    kind: 'assign',
    target: { kind: 'local', local: to },
    value,
  });
  const locked = (body: Block): Stmt => ({ kind: 'locked', body, labels: stmt.labels, span: stmt.span });

  if (op.kind === 'cas') {
    const outcome = (succeeded: boolean): Block => {
      if (result === null) return [];
      const isBool = at(program.locals, result).type.kind === 'bool';
      return [assign(result, isBool ? bool(succeeded) : int(succeeded ? 1 : 0))];
    };
    const success: Block = [store(op.value), ...outcome(true)];
    return locked([
      { ...plain, kind: 'if', cond: equal(current, op.expected), then: success, else: outcome(false) },
    ]);
  }
  const newValue = (old: Expr): Expr => (op.kind === 'xchg' ? op.value : binary('+', old, op.value));
  if (result === null) return locked([store(newValue(current))]);
  if (!mentions(op.value, place, result))
    return locked([assign(result, current), store(newValue(local(result)))]);
  const old = temporary(at(program.shared, place.shared));
  return locked([assign(old, current), store(newValue(local(old))), assign(result, local(old))]);
}

function mentions(value: Expr, place: SharedPlace, result: LocalId): boolean {
  return localsOf(value).has(result) || (place.index !== null && localsOf(place.index).has(result));
}
