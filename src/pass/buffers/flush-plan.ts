import { localsOf, sharedReads, subexpressions } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import { Arrivals } from '../../lang/program/arrivals.js';
import type { ControlFlow } from '../../lang/program/control-flow.js';
import { helpfulLabels } from '../../lang/program/helpful-labels.js';
import { formulasOf } from '../../lang/program/program.js';
import type { Block, Program, Stmt, Thread } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { componentsOf } from '../../support/components.js';
import { assertNever, at, getOrFail } from '../../support/invariant.js';
import { bufferedStores } from '../buffered.js';

/** For each variable the most writes to it that may wait; absent: none. */
export type WaitingCounts = ReadonlyMap<SharedId, number>;

export const countOf = (waiting: WaitingCounts): number => [...waiting.values()].reduce((a, b) => a + b, 0);

/** What of the program the flushes of one thread depend on. */
export interface FlushedThread {
  readonly thread: Thread;
  readonly flow: ControlFlow;
  readonly program: Program;
  /** The most writes to each variable that there is room for. */
  readonly room: WaitingCounts;
}

/**
 * Where a thread flushes that makes its flushes itself (paper 003, Fig. 5: after each statement). A flush and a step of the
 * thread that nobody else sees (a store into the buffer, an assignment of locals, a test of them) may change places, so it
 * is enough to flush before each step that others see, or that they or the thread may wait for, and once in each loop.
 */
export class FlushPlan {
  readonly #waiting: ReadonlyMap<Stmt | null, WaitingCounts>;
  readonly #flushes: ReadonlySet<Stmt>;

  constructor(of: FlushedThread) {
    this.#waiting = mostWaiting(of);
    const seen = new SeenSteps(of);
    const flushes = new Set(of.flow.statements().filter((stmt) => this.mayWait(stmt) && seen.isSeen(stmt)));
    for (const stmt of headsOfLoops(of.flow, (s) => this.mayWait(s) && !flushes.has(s))) flushes.add(stmt);
    this.#flushes = flushes;
  }

  /** What may wait before the statement; null: where the thread ends. */
  waiting(stmt: Stmt | null): WaitingCounts {
    return this.#waiting.get(stmt) ?? new Map();
  }

  /** How many flushes are written out where each variable has a queue of its own. */
  size(): number {
    const sizes = [...this.#flushes, null].map(
      (stmt) => countOf(this.waiting(stmt)) * this.waiting(stmt).size,
    );
    return sizes.reduce((a, b) => a + b, 0);
  }

  /** Whether the thread may flush before the statement. */
  flushesBefore(stmt: Stmt): boolean {
    return this.#flushes.has(stmt);
  }

  private mayWait(stmt: Stmt): boolean {
    return this.waiting(stmt).size > 0;
  }
}

/** The most writes that may wait before each statement, if nothing is flushed but where it must be. */
function mostWaiting({ flow, room }: FlushedThread): ReadonlyMap<Stmt | null, WaitingCounts> {
  const most = new Map<Stmt | null, WaitingCounts>();
  if (flow.entry === null) return most;
  most.set(flow.entry, new Map());
  const open = [flow.entry];
  for (let stmt = open.pop(); stmt !== undefined; stmt = open.pop()) {
    const after = behind(stmt, getOrFail(most, stmt), room);
    for (const target of flow.targets(stmt)) {
      const known = most.get(target);
      const joined = known === undefined ? after : maximum(known, after);
      if (known !== undefined && countOf(known) === countOf(joined)) continue;
      most.set(target, joined);
      if (target !== null) open.push(target);
    }
  }
  return most;
}

function maximum(a: WaitingCounts, b: WaitingCounts): WaitingCounts {
  const all = new Map(a);
  for (const [variable, count] of b) all.set(variable, Math.max(count, all.get(variable) ?? 0));
  return all;
}

/** What may wait behind a statement. What a section does once or not at all counts as done, what it repeats as done for ever. */
function behind(stmt: Stmt, before: WaitingCounts, room: WaitingCounts): WaitingCounts {
  switch (stmt.kind) {
    case 'fence':
      return stmt.fence === 'full' ? new Map() : before;
    case 'rmw':
      return new Map();
    case 'locked':
      return stored([stmt], new Map(), room);
    case 'assign':
    case 'atomic':
      return stored([stmt], before, room);
    case 'skip':
    case 'havoc':
    case 'assume':
    case 'assert':
    case 'goto':
    case 'if':
    case 'while':
    case 'either':
      return before;
    default:
      return assertNever(stmt);
  }
}

function stored(block: Block, before: WaitingCounts, room: WaitingCounts): WaitingCounts {
  const repeats = [...everyStatement(block)].some(({ kind }) => kind === 'while' || kind === 'goto');
  const after = new Map(before);
  for (const { shared } of bufferedStores(block)) {
    const most = room.get(shared);
    if (most !== undefined) after.set(shared, repeats ? most : Math.min(most, (after.get(shared) ?? 0) + 1));
  }
  return after;
}

/** Which steps of a thread others may see, or the thread may have to wait at. */
class SeenSteps {
  readonly #labels: ReadonlySet<string>;
  readonly #locals: ReadonlySet<LocalId>;
  readonly #helpful: ReadonlySet<string>;
  readonly #arrivals: Arrivals;

  constructor(private readonly of: FlushedThread) {
    const formulas = of.program.properties.flatMap(formulasOf);
    const parts = formulas.flatMap((formula) => [...subexpressions(formula)]);
    this.#locals = new Set(formulas.flatMap((formula) => [...localsOf(formula)]));
    this.#helpful = helpfulLabels(of.program.properties, of.thread.id);
    this.#arrivals = new Arrivals(of.flow);
    this.#labels = new Set(
      parts.flatMap((e) => (e.kind === 'at' && e.thread === of.thread.id ? [e.label] : [])),
    );
  }

  isSeen(stmt: Stmt): boolean {
    return this.moves(stmt) || this.acts(stmt);
  }

  /**
   * Whether it changes what properties know of where the thread is. To be somewhere sooner, where that only violates, does no
   * harm: whatever a flush before makes others do, they can do it then.
   */
  private moves(stmt: Stmt): boolean {
    const { flow } = this.of;
    const before = new Set([...flow.labels(stmt), ...this.#arrivals.held(stmt)]);
    return flow.targets(stmt).some((to) => {
      const after = new Set(flow.arrival(to));
      const left = [...before].some((label) => this.#labels.has(label) && !after.has(label));
      return left || [...after].some((label) => this.#helpful.has(label) && !before.has(label));
    });
  }

  private acts(stmt: Stmt): boolean {
    const reads = exprsOf(stmt).some((expr) => sharedReads(expr).length > 0);
    switch (stmt.kind) {
      case 'skip':
      case 'goto':
      case 'either':
        return false;
      case 'assign':
        return (
          reads ||
          (stmt.target.kind === 'local'
            ? this.#locals.has(stmt.target.local)
            : this.isDirect(stmt.target.shared))
        );
      case 'havoc':
        return this.#locals.has(stmt.local);
      case 'if':
      case 'while':
      case 'assert':
        return reads;
      case 'fence':
        return stmt.fence === 'full';
      case 'assume':
        return reads || stmt.ofSpin !== true;
      case 'atomic':
      case 'locked':
      case 'rmw':
        return true;
      default:
        return assertNever(stmt);
    }
  }

  private isDirect(variable: SharedId): boolean {
    return !this.of.room.has(variable);
  }
}

/** Whether control may come to a statement twice. */
export const hasLoop = (flow: ControlFlow): boolean => headsOfLoops(flow, () => true).size > 0;

/** A statement of each loop that consists of such statements only. */
function headsOfLoops(flow: ControlFlow, among: (stmt: Stmt) => boolean): ReadonlySet<Stmt> {
  const heads = new Set<Stmt>();
  for (;;) {
    const nodes = flow.statements().filter((stmt) => among(stmt) && !heads.has(stmt));
    const numbers = new Map(nodes.map((stmt, i) => [stmt, i]));
    const next = nodes.map((stmt) =>
      flow.targets(stmt).flatMap((to) => (to === null ? [] : (numbers.get(to) ?? []))),
    );
    const components = componentsOf(next);
    const loops = nodes.filter((_, i) => at(next, i).some((to) => at(components, to) === at(components, i)));
    if (loops.length === 0) return heads;
    const seen = new Set<number>();
    for (const stmt of loops) {
      const component = at(components, getOrFail(numbers, stmt));
      if (!seen.has(component)) heads.add(stmt);
      seen.add(component);
    }
  }
}
