import { generatedBy } from '../src/diagnostics/span.js';
import { not } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { SharedId } from '../src/lang/expr/ids.js';
import type { Block, LValue, Program, Stmt, Thread } from '../src/lang/program/program.js';
import type { Action, Automaton } from '../src/lang/program/system.js';
import { reachedWhereTrue } from '../src/lang/program/defined.js';
import { blocksOf } from '../src/lang/program/walk-statements.js';
import { AutomatonBuilder } from '../src/pass/automaton-builder.js';
import type { ControlPoint } from '../src/pass/automaton-builder.js';
import type { LoweringPass } from '../src/pass/pass.js';
import { assertNever, at, getOrFail, invariant } from '../src/support/invariant.js';

/**
 * Structured threads become control-flow automata: a location before each statement that takes a step, an edge for each
 * way it can go.
 *
 *   BEFORE  L: while (x == 0) { r = y; }     AFTER  0 [L]  assume x == 0 -> 1,  assume !(x == 0) -> 2
 *           atomic { y = 1; x = 1; }                1      r = y -> 0
 *                                                   2      store y = 1 -> 3
 *                                                   3 (atomic)  store x = 1 -> 4 (end)
 *
 * `goto` and the test of `while (true)` take no step unless they lead to a labelled place and control may also go
 * elsewhere. `either` offers the first steps of its branches at once. An atomic section begins with its first step and
 * ends with its last. `locked` begins with a lock (it waits for the buffers, paper 003's fence) and its stores go to
 * memory at once: nobody could see the difference to storing and draining at its end. Left alone: nothing.
 */
export const buildAutomata: LoweringPass = {
  name: 'build-automata',
  summary: 'turn structured threads into control-flow automata',
  level: 'lowering',
  requires: ['resolved', 'no-ranges', 'no-rmw', 'single-access', 'straight-steps'],
  run: (program: Program, { watch }) => ({
    ...program,
    properties: program.properties.map((property) => reachedWhereTrue(property, program.shared)),
    threads: program.threads.map((t) => new ThreadLowering(t, program.shared, watch).automaton()),
  }),
};

type SectionStmt = Extract<Stmt, { kind: 'atomic' | 'locked' }>;

/** What surrounds a statement. */
interface StatementContext {
  readonly exclusive: boolean;
  readonly atOnce: boolean;
  /** Under a lock, to which variables stores still go through the buffer; null: there is no lock. */
  readonly lock: ReadonlySet<SharedId> | null;
}

const plain: StatementContext = { exclusive: false, atOnce: false, lock: null };
const nothing: ReadonlySet<SharedId> = new Set();

class ThreadLowering {
  readonly #graph = new AutomatonBuilder();
  readonly #labelled = new Map<string, ControlPoint>();

  constructor(
    private readonly thread: Thread,
    private readonly shared: Program['shared'],
    private readonly watch: () => void = () => undefined,
  ) {}

  automaton(): Automaton {
    this.#placeLabels(this.thread.body, plain);
    const end = this.#graph.node([], false, generatedBy('end', this.thread.span));
    const entry = this.#block(this.thread.body, end, plain);
    const { id, name, span } = this.thread;
    return this.#graph.finish({ id, name, span }, entry, end);
  }

  /** A labelled statement has its node before its turn comes, so that jumps forward find it. */
  #placeLabels(block: Block, context: StatementContext): void {
    for (const stmt of block) {
      if (stmt.labels.length > 0) {
        const node = this.#newNode(stmt, context);
        for (const label of stmt.labels) this.#labelled.set(label, node);
      }
      const inner = stmt.kind === 'atomic' || stmt.kind === 'locked' ? innerContext(context, stmt) : context;
      for (const child of blocksOf(stmt)) this.#placeLabels(child, inner);
    }
  }

  #newNode(stmt: Stmt, context: StatementContext): ControlPoint {
    const made = this.thread.madeLabels ?? [];
    const labels = [...stmt.labels, ...(stmt.continues ?? [])].filter((label) => !made.includes(label));
    return this.#graph.node(labels, context.exclusive, stmt.span, context.atOnce);
  }

  /** Adds the block so that it ends in `exit`; the node where it begins. */
  #block(block: Block, exit: ControlPoint, context: StatementContext): ControlPoint {
    let next = exit;
    for (const stmt of block.toReversed()) {
      this.watch();
      const [label] = stmt.labels;
      const node = label === undefined ? this.#newNode(stmt, context) : getOrFail(this.#labelled, label);
      this.#stmt(stmt, node, next, context);
      next = node;
    }
    return next;
  }

  #stmt(stmt: Stmt, from: ControlPoint, to: ControlPoint, context: StatementContext): void {
    const step = (...actions: Action[]): void => this.#graph.step(from, to, actions, stmt);
    switch (stmt.kind) {
      case 'skip':
        return stmt.labels.length > 0 ? step() : this.#graph.silent(from, to, stmt);
      case 'assign':
        return step(this.#asAction(stmt.target, stmt.value, context));
      case 'havoc':
        return step({ kind: 'havoc', local: stmt.local });
      case 'fence':
        return step({ kind: 'fence', fence: stmt.fence });
      case 'assume':
        return step({ kind: 'assume', cond: stmt.cond });
      case 'assert':
        return step({ kind: 'assert', cond: stmt.cond, property: stmt.property });
      case 'goto':
        return this.#graph.silent(from, getOrFail(this.#labelled, stmt.target), stmt);
      case 'if':
        this.#branch(stmt, stmt.cond, from, this.#block(stmt.then, to, context));
        return this.#branch(stmt, not(stmt.cond), from, this.#block(stmt.else, to, context));
      case 'while':
        this.#branch(stmt, stmt.cond, from, this.#block(stmt.body, from, context));
        return this.#branch(stmt, not(stmt.cond), from, to);
      case 'either':
        for (const branch of stmt.branches) this.#graph.silent(from, this.#block(branch, to, context), stmt);
        return;
      case 'atomic':
      case 'locked':
        return this.#exclusive(stmt, from, to, context);
      case 'rmw':
        return invariant(false, 'rmw statements are gone after lower-rmw');
      default:
        return assertNever(stmt);
    }
  }

  /** An edge that is taken if the condition holds. A constant one needs no test, but a labelled statement takes a step. */
  #branch(stmt: Stmt, cond: Expr, from: ControlPoint, to: ControlPoint): void {
    if (cond.kind !== 'bool') this.#graph.step(from, to, [{ kind: 'assume', cond }], stmt);
    else if (cond.value && stmt.labels.length > 0) this.#graph.step(from, to, [], stmt);
    else if (cond.value) this.#graph.silent(from, to, stmt);
  }

  #exclusive(stmt: SectionStmt, from: ControlPoint, to: ControlPoint, context: StatementContext): void {
    const inner = innerContext(context, stmt);
    const begin = this.#graph.node([], true, stmt.span, inner.atOnce);
    const body = this.#block(stmt.body, to, inner);
    this.#graph.silent(begin, body, stmt);
    const locks = stmt.kind === 'locked' && context.lock?.size !== 0;
    // Without a body the lock alone remains; it ends where it begins, so it must not stand at an atomic place.
    if (body === to) this.#graph.step(from, to, locks ? [{ kind: 'lock' }] : [], stmt);
    else this.#graph.silent(from, begin, stmt, locks ? [{ kind: 'lock' }] : []);
  }

  #asAction(target: LValue, value: Expr, context: StatementContext): Action {
    if (target.kind === 'local') return { kind: 'assign', local: target.local, value };
    const isDirect = context.lock !== null && !context.lock.has(target.shared);
    const locked = isDirect || at(this.shared, target.shared).buffered === false;
    return { kind: 'store', shared: target.shared, index: target.index, value, locked };
  }
}

function innerContext(outer: StatementContext, stmt: SectionStmt): StatementContext {
  return {
    exclusive: true,
    atOnce: outer.atOnce || stmt.atOnce === true,
    lock: stmt.kind === 'locked' ? (stmt.buffered ?? nothing) : outer.lock,
  };
}
