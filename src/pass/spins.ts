import { constantValue } from '../lang/expr/constant.js';
import { equal, local as localExpr, localsOf, not } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
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
 * The loops of a thread in which rounds that fail leave no trace: they store nothing, or what was there, control comes to them
 * by their heads alone, and what they assign is dead at the head. A run with such rounds is a run without them: where a
 * locked section waited for the buffer, that is flushed all the same.
 */
export function spinsOf(flow: ControlFlow, watched: ReadonlySet<LocalId>): readonly Spin[] {
  const before = predecessors(flow);
  const live = liveLocals(flow);
  return flow.statements().flatMap((head): readonly Spin[] => {
    if ((before.get(head)?.size ?? 0) < 1 || !mayLeaveNoTrace(head, flow)) return [];
    const round = roundFrom(head, flow, before);
    if (![...round].some((stmt) => flow.targets(stmt).includes(head))) return [];
    if (!keepsMemory({ head, round }, flow, before)) return [];
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

export const mayLeaveNoTrace = (stmt: Stmt, flow: ControlFlow): boolean =>
  onlyLooks(stmt, flow) || failureOf(stmt) !== null;

/** The value of a local that a locked section assigns exactly if memory is as before. */
interface FailingValue {
  readonly local: LocalId;
  readonly value: Expr;
}

/**
 * A test-and-set (`locked { r = x; x = 1; }`) changes nothing if it reads what it writes, a compare-and-swap
 * (`locked { if (x == a) { x = b; r = true; } else { r = false; } }`) if it says that it fails.
 */
function failureOf(stmt: Stmt): FailingValue | null {
  if (stmt.kind !== 'locked' || stmt.buffered !== undefined) return null;
  const [first, second] = stmt.body;
  if (first === undefined || stmt.body.length !== (first.kind === 'if' ? 1 : 2)) return null;
  if (first.kind === 'if') return failureOfSwap(first);
  const exchanges =
    first.kind === 'assign' &&
    first.target.kind === 'local' &&
    second?.kind === 'assign' &&
    second.target.kind === 'shared' &&
    first.value.kind === 'shared' &&
    first.value.shared === second.target.shared &&
    first.value.index === second.target.index &&
    (second.target.index === null || constantValue(second.target.index) !== null) &&
    constantValue(second.value) !== null;
  return exchanges ? { local: first.target.local, value: second.value } : null;
}

function failureOfSwap({ then, else: otherwise }: Extract<Stmt, { kind: 'if' }>): FailingValue | null {
  const [store, said] = then;
  const [failed] = otherwise;
  const swaps =
    then.length === 2 &&
    otherwise.length === 1 &&
    store?.kind === 'assign' &&
    store.target.kind === 'shared' &&
    said?.kind === 'assign' &&
    said.target.kind === 'local' &&
    failed?.kind === 'assign' &&
    failed.target.kind === 'local' &&
    failed.target.local === said.target.local;
  if (!swaps) return null;
  const [yes, no] = [constantValue(said.value), constantValue(failed.value)];
  return yes === null || no === null || yes === no ? null : { local: said.target.local, value: failed.value };
}

/** Whether the one section of the round, if there is one, has changed nothing wherever control goes back to the head. */
function keepsMemory(
  { head, round }: Spin,
  flow: ControlFlow,
  before: ReadonlyMap<Stmt, ReadonlySet<Stmt>>,
): boolean {
  const [section, ...others] = [...round].filter((stmt) => !onlyLooks(stmt, flow));
  if (section === undefined) return true;
  const failure = failureOf(section);
  if (failure === null || others.length > 0 || comesAgain(section, { head, round }, flow)) return false;
  const assignments = [...round].flatMap(assigned).filter((local) => local === failure.local);
  const ofSection = assigned(section).filter((local) => local === failure.local);
  if (assignments.length !== ofSection.length) return false;
  return [...round]
    .filter((stmt) => flow.targets(stmt).includes(head))
    .every((stmt) => {
      const [test, ...more] = before.get(stmt) ?? [];
      const isOnlyThere = stmt.kind === 'goto' && test?.kind === 'if' && more.length === 0;
      return isOnlyThere && test.then[0] === stmt && implies(test.cond, failure);
    });
}

/** Whether a round may come to the section twice. */
function comesAgain(section: Stmt, { head, round }: Spin, flow: ControlFlow): boolean {
  const seen = new Set<Stmt>();
  const open: Stmt[] = [section];
  for (let stmt = open.pop(); stmt !== undefined; stmt = open.pop())
    for (const target of flow.targets(stmt)) {
      if (target === null || target === head || !round.has(target) || seen.has(target)) continue;
      if (target === section) return true;
      seen.add(target);
      open.push(target);
    }
  return false;
}

/** Whether the condition says, as it stands, that the local has the value. */
function implies(cond: Expr, { local: id, value }: FailingValue): boolean {
  if (cond.kind === 'binary' && cond.op === '&&')
    return implies(cond.left, { local: id, value }) || implies(cond.right, { local: id, value });
  const constant = constantValue(value);
  if (typeof constant === 'boolean') return cond === (constant ? localExpr(id) : not(localExpr(id)));
  return cond === equal(localExpr(id), value) || cond === equal(value, localExpr(id));
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
    mayLeaveNoTrace(stmt, flow) &&
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
  [...everyStatement(stmt.kind === 'atomic' || stmt.kind === 'locked' ? stmt.body : [])]
    .concat(stmt)
    .flatMap(assignedItself);

function assignedItself(stmt: Stmt): readonly LocalId[] {
  if (stmt.kind === 'havoc') return [stmt.local];
  return stmt.kind === 'assign' && stmt.target.kind === 'local' ? [stmt.target.local] : [];
}

function assignedSurely(stmt: Stmt): readonly LocalId[] {
  const failure = failureOf(stmt);
  return failure === null ? assignedItself(stmt) : [failure.local];
}

/** The locals that may be read before they are written, before each statement. */
function liveLocals(flow: ControlFlow): ReadonlyMap<Stmt, ReadonlySet<LocalId>> {
  const live = new Map(flow.statements().map((stmt) => [stmt, readBy(stmt)]));
  for (let grows = true; grows;) {
    grows = false;
    for (const stmt of flow.statements().toReversed()) {
      const here = live.get(stmt) ?? new Set();
      const size = here.size;
      const written = new Set(assignedSurely(stmt));
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
