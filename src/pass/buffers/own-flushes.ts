import { unsupported } from '../../diagnostics/diagnostic.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { StmtMaker } from '../make-statements.js';
import type { Flush, ThreadBuffer } from './buffer.js';
import { FlushPlan, countOf } from './flush-plan.js';
import { WaitingWords } from './waiting-words.js';
import type { FlushedThread, WaitingCounts } from './flush-plan.js';

/** Each flush is written out at each place where it may happen. */
const mostFlushes = 200;

/** What a thread knows of the flushes of its buffer, where it or threads made for that make them for verifiers. */
export interface FlushesOfThread {
  /** Empty: none may happen, or none that matters. */
  before(stmt: Stmt): Block;
  atEnd(): Block;
  /** The most writes that may wait before the statement. */
  waiting(stmt: Stmt): WaitingCounts;
  /** The variables to which the write may be that leaves when the buffer is full at a store; null: any. */
  oldestIfFull(stmt: Stmt): ReadonlySet<SharedId> | null;
}

/** Others make the flushes; the thread ends when nothing is left. */
export class FlushesBeside implements FlushesOfThread {
  readonly #plan: FlushPlan;

  constructor(
    private readonly buffer: ThreadBuffer,
    private readonly of: FlushedThread,
    private readonly by: string,
  ) {
    this.#plan = new FlushPlan(of);
  }

  before(): Block {
    return [];
  }

  atEnd(): Block {
    if (this.waiting(null).size === 0) return [];
    const make = new StmtMaker(this.by, this.of.thread.span);
    return [make.atomic([make.assume(this.buffer.isEmpty)])];
  }

  waiting(stmt: Stmt | null): WaitingCounts {
    return this.#plan.waiting(stmt);
  }

  oldestIfFull(): null {
    return null;
  }
}

/**
 * The flushes of a thread that makes them itself, as statements between its own: at most what waits, in every order.
 *
 *   BEFORE  r = y;    AFTER  either { atomic { assume(P_cnt > 0); (flush) } either { ... } or { } } or { }
 *                            r = y;
 */
export class OwnFlushes implements FlushesOfThread {
  readonly #plan: FlushPlan;
  readonly #words: WaitingWords | null;

  constructor(
    private readonly buffer: ThreadBuffer,
    private readonly of: FlushedThread,
    private readonly by: string,
  ) {
    this.#plan = new FlushPlan(of);
    const isOneQueue = buffer.flushes.every(({ shared }) => shared === null);
    this.#words = isOneQueue ? new WaitingWords(of.flow, buffer.entries) : null;
  }

  before(stmt: Stmt): Block {
    if (!this.#plan.flushesBefore(stmt)) return [];
    const waiting = this.#plan.waiting(stmt);
    const make = new StmtMaker(this.by, stmt.span);
    return stmt.kind === 'fence' || stmt.kind === 'locked'
      ? this.all(stmt, waiting, make)
      : this.some(stmt, waiting, make);
  }

  /** What still waits leaves when the thread has ended. */
  atEnd(): Block {
    const waiting = this.#plan.waiting(null);
    if (waiting.size === 0) return [];
    const make = new StmtMaker(this.by, this.of.thread.span);
    return [...this.all(null, waiting, make), make.atomic([make.assume(this.buffer.isEmpty)])];
  }

  waiting(stmt: Stmt): WaitingCounts {
    return this.#plan.waiting(stmt);
  }

  oldestIfFull(stmt: Stmt): ReadonlySet<SharedId> | null {
    return this.#words?.oldestIfFull(stmt) ?? null;
  }

  private some(stmt: Stmt | null, waiting: WaitingCounts, make: StmtMaker): Block {
    return this.rounds(waiting).reduceRight<Block>(
      (more, round) => [make.either([this.one(stmt, round, make).concat(more), []])],
      [],
    );
  }

  /** All that waits; where the order is open the thread must wait behind it until nothing is left. */
  private all(stmt: Stmt | null, waiting: WaitingCounts, make: StmtMaker): Block {
    const [only, ...others] = this.flushes(waiting);
    if (only === undefined) return [];
    if (others.length > 0 || sharedReads(only.ready).length > 1) return this.some(stmt, waiting, make);
    return this.rounds(waiting).reduceRight<Block>((more, round) => {
      const flush: Block = [make.atomic(only.body(make, this.#words?.oldest(stmt, round)))];
      return [make.when(only.ready, flush.concat(more))];
    }, []);
  }

  /** One flush, if so many have been made here before. */
  private one(stmt: Stmt | null, round: number, make: StmtMaker): Block {
    const ways = this.flushes(this.#plan.waiting(stmt)).map(({ ready, body }): Block => [
      make.atomic([make.assume(ready), ...body(make, this.#words?.oldest(stmt, round))]),
    ]);
    const [only, ...others] = ways;
    return only !== undefined && others.length === 0 ? only : [make.either(ways)];
  }

  private flushes(waiting: WaitingCounts): readonly Flush[] {
    return this.buffer.flushes.filter(({ shared }) => shared === null || waiting.has(shared));
  }

  private rounds(waiting: WaitingCounts): readonly number[] {
    const length = Math.min(this.buffer.entries, countOf(waiting));
    const { name, span } = this.of.thread;
    if (length * this.flushes(waiting).length > mostFlushes)
      unsupported(
        `the flushes of thread ${name} would be too many between its steps`,
        span,
        'give a smaller --bound, or take --for run',
      );
    return Array.from({ length }, (_, i) => i);
  }
}
