import { localsOf, sharedReads } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { everything, isBounded, isEmpty, meet, narrowed } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import { isCompareOp, mirrored } from '../../../lang/expr/operators.js';
import { rangeType } from '../../../lang/expr/type.js';
import type { Block, LocalVar, Stmt, Thread } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';

/** Wider ranges are not tried value by value, so they may as well stay as they are. */
const mostValues = 4096n;

/**
 * Values that anything may be chosen for, as ranges where few of them matter:
 *
 *   havoc any; b = any; assume(0 <= b && b < 5);     0 to 4: whoever has another one comes no further, and does nothing before
 *   havoc any; if (any != 0) { ... }                 0 to 1: it is compared with constants and nothing else
 */
export function withNarrowChoices(
  threads: readonly Thread[],
  locals: readonly LocalVar[],
): readonly LocalVar[] {
  const ranges = new Map<LocalId, Interval>();
  for (const { body } of threads)
    for (const id of chosenIn(body)) {
      const range = meet(rangeByAssumes(body, id), rangeByTests(body, id));
      if (isBounded(range) && !isEmpty(range) && range.hi - range.lo < mostValues) ranges.set(id, range);
    }
  return locals.map((variable) => {
    const range = ranges.get(variable.id);
    return range === undefined || variable.type.kind !== 'int' || !isBounded(range)
      ? variable
      : { ...variable, type: rangeType(range.lo, range.hi) };
  });
}

const chosenIn = (body: Block): ReadonlySet<LocalId> =>
  new Set([...everyStatement(body)].flatMap((stmt) => (stmt.kind === 'havoc' ? [stmt.local] : [])));

/** What every choice must be to come further, by tests that stand right behind it. */
function rangeByAssumes(body: Block, id: LocalId): Interval {
  if ([...everyStatement(body)].filter((stmt) => writes(stmt, id)).length !== 1) return everything;
  const begin = body.findIndex((stmt) => stmt.kind === 'havoc' && stmt.local === id);
  const same = new Set([id]);
  let range = everything;
  for (const stmt of begin === -1 ? [] : body.slice(begin + 1)) {
    if (stmt.labels.length > 0 || !isSilent(stmt)) break;
    if (stmt.kind === 'assume')
      for (const part of conjuncts(stmt.cond)) range = meet(range, limitOf(part, same));
    if (stmt.kind !== 'assign' || stmt.target.kind !== 'local') continue;
    if (stmt.value.kind === 'local' && same.has(stmt.value.local)) same.add(stmt.target.local);
    else same.delete(stmt.target.local);
  }
  return range;
}

/** Nobody else sees it, and it cannot fail. */
const isSilent = (stmt: Stmt): boolean =>
  stmt.kind === 'skip' ||
  (stmt.kind === 'assume' && isHarmless(stmt.cond)) ||
  (stmt.kind === 'assign' && stmt.target.kind === 'local' && isHarmless(stmt.value));

const isHarmless = (expr: Expr): boolean =>
  sharedReads(expr).length === 0 &&
  (expr.kind !== 'binary' ||
    (expr.op !== '/' && expr.op !== '%' && isHarmless(expr.left) && isHarmless(expr.right))) &&
  (expr.kind !== 'unary' || isHarmless(expr.arg));

const conjuncts = (cond: Expr): readonly Expr[] =>
  cond.kind === 'binary' && cond.op === '&&' ? [...conjuncts(cond.left), ...conjuncts(cond.right)] : [cond];

function limitOf(part: Expr, same: ReadonlySet<LocalId>): Interval {
  if (part.kind !== 'binary' || !isCompareOp(part.op)) return everything;
  const [side, other, op] =
    part.left.kind === 'local'
      ? [part.left, part.right, part.op]
      : [part.right, part.left, mirrored[part.op]];
  if (side.kind !== 'local' || !same.has(side.local) || other.kind !== 'int') return everything;
  return narrowed(everything, op, { lo: other.value, hi: other.value });
}

/** All constants that it is compared with, and one more on both sides; everything if it is used otherwise. */
function rangeByTests(body: Block, id: LocalId): Interval {
  const found: { lo: bigint | null; hi: bigint | null } = { lo: null, hi: null };
  const limits: Interval[] = [];
  for (const stmt of everyStatement(body))
    for (const expr of exprsOf(stmt)) {
      // What keeps it within its type.
      if (
        stmt.kind === 'assume' &&
        conjuncts(expr).every((part) => limitOf(part, new Set([id])) !== everything)
      ) {
        limits.push(...conjuncts(expr).map((part) => limitOf(part, new Set([id]))));
        continue;
      }
      if (!onlyCompared(expr, id, found)) return everything;
    }
  if (found.lo === null || found.hi === null) return everything;
  return limits.reduce<Interval>(meet, { lo: found.lo - 1n, hi: found.hi + 1n });
}

function onlyCompared(expr: Expr, id: LocalId, found: { lo: bigint | null; hi: bigint | null }): boolean {
  if (!localsOf(expr).has(id)) return true;
  if (expr.kind === 'unary') return onlyCompared(expr.arg, id, found);
  if (expr.kind !== 'binary') return false;
  const [constant] = [expr.left, expr.right].flatMap((side) => (side.kind === 'int' ? [side.value] : []));
  const isTest =
    isCompareOp(expr.op) &&
    [expr.left, expr.right].some((side) => side.kind === 'local' && side.local === id);
  if (isTest && constant !== undefined) {
    found.lo = found.lo === null || constant < found.lo ? constant : found.lo;
    found.hi = found.hi === null || constant > found.hi ? constant : found.hi;
    return true;
  }
  return onlyCompared(expr.left, id, found) && onlyCompared(expr.right, id, found);
}

const writes = (stmt: Stmt, id: LocalId): boolean =>
  (stmt.kind === 'havoc' && stmt.local === id) ||
  (stmt.kind === 'assign' && stmt.target.kind === 'local' && stmt.target.local === id);
