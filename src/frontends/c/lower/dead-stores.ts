import { localsOf, subexpressions } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import type { Block, Stmt } from '../../../lang/program/program.js';
import { mapBlocks } from '../../../lang/program/visit.js';
import { LocalLiveness, writtenIn } from './local-liveness.js';
import { takesValue } from './object-storage.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';

/**
 * Without assignments to locals that nothing reads: constants that were put in place, and values that nobody wants. What could
 * fail stays, and so does every change of memory.
 */
export function withoutDeadStores(block: Block): Block {
  let here = withoutIdleTaking(block);
  for (;;) {
    const read = readLocals(here);
    const isDone = ![...everyStatement(here)].some((stmt) => isDead(stmt, read));
    if (isDone) return here;
    here = kept(here, (stmt) => isDead(stmt, read));
  }
}

/** A variable that is written before it is read may keep its old value meanwhile. */
function withoutIdleTaking(block: Block): Block {
  const taking = [...everyStatement(block)].filter(takesValue);
  if (taking.length === 0) return block;
  const idle = new Set<Stmt>(taking);
  new LocalLiveness(block, new Set(taking.flatMap(writtenIn))).forEachWrite((id, live, by) => {
    if (live.has(id)) idle.delete(by);
  });
  return kept(block, (stmt) => idle.has(stmt));
}

function readLocals(block: Block): ReadonlySet<LocalId> {
  const read = new Set<LocalId>();
  for (const stmt of everyStatement(block))
    for (const expr of exprsOf(stmt)) for (const id of localsOf(expr)) read.add(id);
  return read;
}

function kept(block: Block, isIdle: (stmt: Stmt) => boolean): Block {
  const out: Stmt[] = [];
  const labels: string[] = [];
  for (const [i, stmt] of block.entries()) {
    const isNeeded = i === block.length - 1 && stmt.labels.length + labels.length > 0;
    if (isIdle(stmt) && !isNeeded) {
      labels.push(...stmt.labels);
      continue;
    }
    const { span } = stmt;
    const rest: Stmt = isIdle(stmt)
      ? { kind: 'skip', labels: stmt.labels, span }
      : mapBlocks(stmt, (body) => kept(body, isIdle));
    out.push({ ...rest, labels: [...labels.splice(0), ...rest.labels] });
  }
  return out;
}

function isDead(stmt: Stmt, read: ReadonlySet<LocalId>): boolean {
  if (stmt.kind !== 'assign' || stmt.target.kind !== 'local' || read.has(stmt.target.local)) return false;
  return ![...subexpressions(stmt.value)].some(mayFault);
}

/** Whether computing this part, and not one inside of it, may go wrong. */
export const mayFault = (expr: Expr): boolean =>
  (expr.kind === 'binary' &&
    (expr.op === '/' || expr.op === '%') &&
    !(expr.right.kind === 'int' && expr.right.value !== 0n)) ||
  (expr.kind === 'shared' && expr.index !== null && expr.index.kind !== 'int');
