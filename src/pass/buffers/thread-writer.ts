import { and, binary, conjunction, falsity, not, shared, sharedReads, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Block, Program, Stmt, Thread } from '../../lang/program/program.js';
import { mapBlocks, rewriteBlock } from '../../lang/program/visit.js';
import type { BufferSpec } from '../../memory/bound.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import { bufferedVariables } from '../buffered.js';
import { FreshLabels } from '../../lang/program/fresh-labels.js';
import { loopAround, sequence } from '../hoist.js';
import type { LocalSupply } from '../local-supply.js';
import { ControlFlow } from '../../lang/program/control-flow.js';
import { StmtMaker, asStep, enacting, labelledAs } from '../make-statements.js';
import { AccessWriter } from './accesses.js';
import type { Flush, StoreCode, ThreadBuffer } from './buffer.js';
import type { WaitingCounts } from './flush-plan.js';
import { FlushesBeside, OwnFlushes } from './own-flushes.js';
import type { FlushesOfThread } from './own-flushes.js';

/** What the rewriting of all threads shares. */
export interface RewritingWorld {
  /** The pass. */
  readonly by: string;
  readonly program: Program;
  readonly spec: BufferSpec;
  readonly buffers: ReadonlyMap<ThreadId, ThreadBuffer>;
  readonly locals: LocalSupply;
  /** The property that says that no store finds its buffer full; null: none ever does. */
  readonly overflow: string | null;
}

/** What may wait before a statement of a thread that makes its flushes itself. */
interface WhatWaits {
  readonly most: WaitingCounts;
  /** The variables to which the oldest write may be where no more has room; null: any. */
  readonly oldest: ReadonlySet<SharedId> | null;
}

/** What surrounds a statement; null: no section does. */
type LockContext = Section | null;

interface Section {
  /** Under a lock, the variables to which stores still go through the buffer; null: there is no lock. */
  readonly buffered: ReadonlySet<SharedId> | null;
  /** The section is one step: no own flush happens inside. */
  readonly atOnce: boolean;
}

const isDirect = (variable: SharedId, context: LockContext): boolean =>
  context !== null && context.buffered !== null && !context.buffered.has(variable);

/** Rewrites one thread: each store, load or fence becomes one step on the variables of its buffer. */
export class ThreadWriter {
  readonly #labels: FreshLabels;
  readonly #accesses: AccessWriter;
  readonly #buffered: ReadonlySet<SharedId>;
  readonly #body: Block;
  /** Null: it is not written for a verifier, and a thread beside this one makes its flushes. */
  readonly #own: FlushesOfThread | null;

  constructor(
    private readonly original: Thread,
    private readonly buffer: ThreadBuffer | null,
    /** Set when the thread ends; null for a thread without a buffer. */
    private readonly done: SharedId | null,
    private readonly world: RewritingWorld,
  ) {
    this.#labels = FreshLabels.of(original);
    this.#buffered = bufferedVariables(original);
    this.#accesses = new AccessWriter(world.program, original.id, world.locals);
    const flow = new ControlFlow(original);
    this.#body = flow.body;
    this.#own = null;
    if (buffer === null || world.spec.ownFlushes !== true) return;
    const of = { thread: original, flow, program: world.program, room: buffer.room };
    this.#own =
      buffer.flushers === undefined
        ? new OwnFlushes(buffer, of, world.by)
        : new FlushesBeside(buffer, of, world.by);
  }

  thread(): Thread {
    const body = this.block(this.#body, null);
    const end = this.done === null ? [] : [this.maker(this.original).setShared(this.done, truth)];
    if (this.#own !== null) return this.#labels.labelled(this.original, [...body, ...this.#own.atEnd()]);
    return this.#labels.labelled(this.original, [...body, ...end]);
  }

  private maker({ span }: Pick<Stmt, 'span'>): StmtMaker {
    return new StmtMaker(this.world.by, span);
  }

  private block(block: Block, context: LockContext): Block {
    const own = context === null ? this.#own : null;
    if (own === null) return block.flatMap((stmt) => this.stmt(stmt, context, null));
    return block.flatMap((stmt) => {
      const before = own.before(stmt);
      const here = { most: own.waiting(stmt), oldest: own.oldestIfFull(stmt) };
      if (before.length === 0) return this.stmt(stmt, context, here);
      if (stmt.kind === 'while') {
        const [loop] = this.stmt(stmt, context, here);
        invariant(loop?.kind === 'while', 'a loop stays one');
        return loopAround(loop, before, this.#labels, this.world.by);
      }
      const parts = sequence(stmt, before, stmt);
      return [...parts.slice(0, -1), ...this.stmt(at(parts, parts.length - 1), context, here)];
    });
  }

  /** `here`: what may wait before it; null: anything. */
  private stmt(stmt: Stmt, context: LockContext, here: WhatWaits | null): Block {
    switch (stmt.kind) {
      case 'assign':
        return this.assign(stmt, context, here);
      case 'fence':
        return stmt.fence === 'full' ? this.fence(stmt, context) : [this.storeFence(stmt, context)];
      case 'locked':
        return [this.locked(stmt, context)];
      case 'atomic':
        return [this.atomic(stmt, context)];
      case 'if':
      case 'while':
      case 'either':
        return [mapBlocks(stmt, (block) => this.block(block, context))];
      case 'skip':
      case 'havoc':
      case 'rmw':
      case 'assume':
      case 'assert':
      case 'goto':
        return [stmt];
      default:
        return assertNever(stmt);
    }
  }

  private assign(
    stmt: Extract<Stmt, { kind: 'assign' }>,
    context: LockContext,
    here: WhatWaits | null,
  ): Block {
    const { buffer } = this;
    if (buffer === null) return [stmt];
    if (stmt.target.kind === 'shared')
      return isDirect(stmt.target.shared, context) ? [stmt] : this.store(stmt, buffer, context, here);
    if (stmt.value.kind !== 'shared' || !this.#buffered.has(stmt.value.shared)) return [stmt];
    const make = this.maker(stmt);
    const { before, operand } = this.#accesses.load(stmt.value, stmt.span, make);
    const most = here === null ? Infinity : buffer.inLineWith(operand.shared, here.most);
    const cases = buffer.load(operand).filter(({ position }) => position <= most);
    if (cases.length === 0) return [stmt];
    const { local } = stmt.target;
    const read = (value: Expr): Block => [enacting(make.setLocal(local, value), stmt)];
    const chosen = make.cases(
      cases.map(({ cond, value }) => ({ cond, then: read(value) })),
      read(shared(operand.shared, operand.index)),
    );
    return step(stmt, [...before, ...chosen], context, make);
  }

  private store(
    stmt: Extract<Stmt, { kind: 'assign' }>,
    buffer: ThreadBuffer,
    context: LockContext,
    here: WhatWaits | null,
  ): Block {
    const { target } = stmt;
    invariant(target.kind === 'shared', 'a store is to a shared variable');
    const make = this.maker(stmt);
    const { before, operand, value } = this.#accesses.store(target, stmt.value, stmt.span, make);
    if (operand === null) return step(stmt, before, context, make);
    const written = buffer.store(operand, value, make);
    const most = here === null ? Infinity : buffer.inLineWith(operand.shared, here.most);
    const code = most < written.capacity ? { ...written, isFull: null } : written;
    const [first, ...rest] = code.put;
    const put = [enacting(first, stmt), ...rest];
    if (context !== null || this.#own !== null) {
      const room =
        context?.atOnce === true || buffer.flushers !== undefined
          ? this.finding(code, make)
          : this.making(code, make, here?.oldest ?? null);
      return step(stmt, [...before, ...room, ...put], context, make);
    }
    const { hasRoom, isFull } = code;
    const mayGo = and(hasRoom ?? truth, isFull === null ? truth : negation(isFull));
    const wait = mayGo === truth ? [] : [make.assume(mayGo)];
    const stored = [...before, ...wait, ...put];
    if (isFull === null) return step(stmt, stored, context, make);
    // Fig. 5 and 12: abort("overflow"). Nothing has happened then, so that whatever may follow is right.
    const again = this.#labels.numbered('store');
    const full = and(hasRoom ?? truth, isFull);
    const overflow = make.atomic([...before, make.assume(full), this.overflow(make)]);
    const whole = make.either([[overflow, make.goto(again)], [make.atomic(stored)]]);
    return [{ ...labelledAs(whole, stmt), labels: [...stmt.labels, again], span: stmt.span }];
  }

  /** Inside an atomic section an own flush may make room, and does so no sooner than it must. */
  private making(
    { hasRoom, isFull, makesRoom }: StoreCode,
    make: StmtMaker,
    oldest: ReadonlySet<SharedId> | null,
  ): Block {
    // tsoN looks for room by variable, and its buffer need not be full.
    const flush = choice(makesRoom, make, hasRoom === null ? oldest : null);
    return [
      ...(hasRoom === null ? [] : [make.while(not(hasRoom), flush)]),
      ...(isFull === null ? [] : [until(makesRoom, isFull, [this.overflow(make), ...flush], make)]),
    ];
  }

  /**
   * Inside a section that is one step no flush makes room: where a store waits the whole waits. This path through the section
   * ends there, and that the section begins later is another. What an overflow leaves behind is not looked at either.
   */
  private finding({ hasRoom, isFull }: StoreCode, make: StmtMaker): Block {
    return [
      ...(hasRoom === null ? [] : [make.assume(hasRoom)]),
      ...(isFull === null ? [] : [make.when(isFull, [this.overflow(make), make.assume(falsity)])]),
    ];
  }

  private overflow(make: StmtMaker): Stmt {
    const { overflow } = this.world;
    invariant(overflow !== null, 'a store that may overflow says so beforehand');
    return make.assert(falsity, overflow);
  }

  /** Fig. 5 and 12: `assume(cnt.t = 0)`, of all counters. */
  private fence(stmt: Stmt, context: LockContext): Block {
    const make = this.maker(stmt);
    if (this.buffer === null) return [asStep(stmt, make)];
    const wait = enacting(make.assume(this.buffer.isEmpty), stmt);
    if (context === null && sharedReads(this.buffer.isEmpty).length === 1) return [labelledAs(wait, stmt)];
    return step(stmt, [...this.draining(context, make), wait], context, make);
  }

  private storeFence(stmt: Stmt, context: LockContext): Stmt {
    const make = this.maker(stmt);
    const mark = this.buffer?.storeFence(make) ?? null;
    if (mark === null) return asStep(stmt, make);
    const marked = enacting(mark, stmt);
    return context === null ? labelledAs(make.atomic([marked]), stmt) : labelledAs(marked, stmt);
  }

  /** A thread that waits for its buffer inside a section may flush it there. */
  private draining(context: LockContext, make: StmtMaker): Block {
    if (context === null || context.atOnce || this.buffer === null) return [];
    return this.buffer.drain(make);
  }

  /** All of a section that is one step is written out: it goes straight on no more, and what waits in it ends its path. */
  private atomic({ atOnce, ...stmt }: Extract<Stmt, { kind: 'atomic' }>, context: LockContext): Stmt {
    const inner: Section = {
      buffered: context?.buffered ?? null,
      atOnce: context?.atOnce === true || atOnce === true,
    };
    return { ...stmt, body: this.block(stmt.body, inner) };
  }

  /** Once the buffers are empty, all inside goes to and comes from main memory, but for what the lock leaves out. */
  private locked(stmt: Extract<Stmt, { kind: 'locked' }>, context: LockContext): Stmt {
    const make = this.maker(stmt);
    const drain = this.draining(context, make);
    const { lockedWaits } = this.world.spec.model;
    const waited = lockedWaits === 'all' ? [...this.world.buffers.values()] : [this.buffer];
    const empty = conjunction(waited.flatMap((b) => (b === null ? [] : [b.isEmpty])));
    const wait = empty === truth ? [] : [enacting(make.assume(empty), stmt)];
    const { buffered } = stmt;
    const atOnce = context?.atOnce === true || stmt.atOnce === true;
    const inside =
      buffered === undefined
        ? rewriteBlock(stmt.body, (s) => [unlocked(s, make)])
        : this.block(stmt.body, { buffered, atOnce });
    const body = [...drain, ...wait, ...inside];
    return { ...enacting(labelledAs(make.atomic(body), stmt), stmt), span: stmt.span };
  }
}

/** `a != b` reads better than `!(a == b)`. */
const negation = (expr: Expr): Expr =>
  expr.kind === 'binary' && expr.op === '==' ? binary('!=', expr.left, expr.right) : not(expr);

/** The only flush there is makes room at once. */
const until = (flushes: readonly Flush[], isFull: Expr, body: Block, make: StmtMaker): Stmt =>
  flushes.length === 1 ? make.when(isFull, body) : make.while(isFull, body);

/** One of the flushes. A single one is surely possible where it is needed. */
function choice(flushes: readonly Flush[], make: StmtMaker, to: ReadonlySet<SharedId> | null): Block {
  const [only, ...others] = flushes;
  if (only !== undefined && others.length === 0) return only.body(make, to);
  return [make.either(flushes.map(({ ready, body }) => [make.assume(ready), ...body(make)]))];
}

/** Inside `locked` there is nothing to wait for. */
function unlocked(stmt: Stmt, make: StmtMaker): Stmt {
  if (stmt.kind === 'locked') return { ...stmt, kind: 'atomic' };
  return stmt.kind === 'fence' ? asStep(stmt, make) : stmt;
}

/** The parts of a statement as one step: inside an atomic section they are that already. */
function step(original: Stmt, parts: Block, context: LockContext, make: StmtMaker): Block {
  if (context === null) return [{ ...labelledAs(make.atomic(parts), original), span: original.span }];
  const [only, ...others] = parts;
  if (only === undefined) return [];
  if (others.length === 0) return [labelledAs(only, original)];
  return sequence(original, parts.slice(0, -1), at(parts, parts.length - 1));
}
