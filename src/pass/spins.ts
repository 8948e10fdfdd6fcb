import { localsOf } from '../lang/expr/expr.js';
import type { LocalId } from '../lang/expr/ids.js';
import type { ControlFlow } from '../lang/program/control-flow.js';
import type { Block, Stmt } from '../lang/program/program.js';
import { everyStatement, exprsOf } from '../lang/program/walk-statements.js';
import { remembered } from '../support/remembered.js';

/** A loop that only looks: control comes to `head` again from statements of `round`, and nothing is left of the way. */
export interface Spin {
  readonly head: Stmt;
  /** All that may happen between the head and the way back to it, the head among it. */
  readonly round: ReadonlySet<Stmt>;
}

/**
 * The loops of a thread in which rounds that fail leave no trace: they store nothing, control comes to them by their heads
 * alone, and what they assign is dead at the head. A run with such rounds is a run without them.
 */
export function spinsOf(flow: ControlFlow, watched: ReadonlySet<LocalId>): readonly Spin[] {
  const before = predecessors(flow);
  const live = liveLocals(flow);
  return flow.statements().flatMap((head): readonly Spin[] => {
    if ((before.get(head)?.size ?? 0) < 1 || !onlyLooks(head, flow)) return [];
    const round = roundFrom(head, flow, before);
    if (![...round].some((stmt) => flow.targets(stmt).includes(head))) return [];
    const isDead = (local: LocalId): boolean => !watched.has(local) && live.get(head)?.has(local) !== true;
    return [...round].flatMap(assigned).every(isDead) ? [{ head, round }] : [];
  });
}

/** Whether a statement changes nothing but locals of its thread, and goes on whatever these are. */
export function onlyLooks(stmt: Stmt, flow: ControlFlow): boolean {
  const changesLocals = ({ kind, ...s }: Stmt): boolean =>
    kind === 'if' ||
    kind === 'skip' ||
    ('target' in s && typeof s.target === 'object' && s.target.kind === 'local');
  switch (stmt.kind) {
    case 'skip':
    case 'goto':
    case 'either':
    case 'if':
    case 'while':
      return true;
    case 'assign':
      return stmt.target.kind === 'local';
    case 'atomic':
      return flow.exits(stmt).length === 0 && [...everyStatement(stmt.body)].every(changesLocals);
    default:
      return false;
  }
}

function predecessors(flow: ControlFlow): ReadonlyMap<Stmt, ReadonlySet<Stmt>> {
  const before = new Map<Stmt, Set<Stmt>>();
  for (const stmt of flow.statements())
    for (const target of flow.targets(stmt))
      if (target !== null) remembered(before, target, () => new Set<Stmt>()).add(stmt);
  return before;
}

/** What control comes to from the head, and from nowhere else, without doing more than to look. */
function roundFrom(
  head: Stmt,
  flow: ControlFlow,
  before: ReadonlyMap<Stmt, ReadonlySet<Stmt>>,
): ReadonlySet<Stmt> {
  const round = new Set<Stmt>([head]);
  const open = [head];
  const isInside = (stmt: Stmt): boolean =>
    stmt !== flow.entry &&
    onlyLooks(stmt, flow) &&
    [...(before.get(stmt) ?? [])].every((previous) => round.has(previous));
  for (let stmt = open.pop(); stmt !== undefined; stmt = open.pop())
    for (const target of flow.targets(stmt)) {
      if (target === null || round.has(target) || !isInside(target)) continue;
      round.add(target);
      open.push(target);
    }
  return round;
}

const assigned = (stmt: Stmt): readonly LocalId[] =>
  [...everyStatement(stmt.kind === 'atomic' ? stmt.body : [])].concat(stmt).flatMap(assignedItself);

function assignedItself(stmt: Stmt): readonly LocalId[] {
  if (stmt.kind === 'havoc') return [stmt.local];
  return stmt.kind === 'assign' && stmt.target.kind === 'local' ? [stmt.target.local] : [];
}

/** The locals that may be read before they are written, before each statement. */
function liveLocals(flow: ControlFlow): ReadonlyMap<Stmt, ReadonlySet<LocalId>> {
  const live = new Map(flow.statements().map((stmt) => [stmt, readBy(stmt)]));
  for (let grows = true; grows;) {
    grows = false;
    for (const stmt of flow.statements().toReversed()) {
      const here = live.get(stmt) ?? new Set();
      const size = here.size;
      const written = new Set(assignedItself(stmt));
      for (const target of flow.targets(stmt))
        for (const local of (target === null ? undefined : live.get(target)) ?? [])
          if (!written.has(local)) here.add(local);
      grows ||= here.size > size;
    }
  }
  return live;
}

/** Of a section all that it reads anywhere. */
function readBy(stmt: Stmt): Set<LocalId> {
  const parts: Block =
    stmt.kind === 'atomic' || stmt.kind === 'locked' ? [...everyStatement([stmt])] : [stmt];
  return new Set(parts.flatMap(exprsOf).flatMap((expr) => [...localsOf(expr)]));
}
