import { unsupported } from '../../diagnostics/diagnostic.js';
import { binary, equal, int, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Block, Enacts, Program, Stmt, Thread } from '../../lang/program/program.js';
import type { BufferSpec } from '../../memory/bound.js';
import type { StmtMaker } from '../make-statements.js';
import { at } from '../../support/invariant.js';
import type { SharedSupply } from '../shared-supply.js';
import type { WaitingCounts } from './flush-plan.js';
import { cellCount } from './written-places.js';
import type { AccessedCell, WrittenPlace } from './written-places.js';

/** The buffer of one thread as variables of the program, and what the program does with it; blocks are parts of one atomic step. */
export interface ThreadBuffer {
  readonly isEmpty: Expr;
  /** Whether a store may find the bound reached. */
  readonly mayOverflow: boolean;
  /** For each variable that is written through the buffer, the most writes to it that there is room for. */
  readonly room: WaitingCounts;
  /** The most writes that it holds. */
  readonly entries: number;
  /** Of a number of writes that wait, those that stand in line with one to the variable. */
  inLineWith(variable: SharedId, waiting: WaitingCounts): number;
  store(target: AccessedCell, value: Expr, make: StmtMaker): StoreCode;
  /** Cases in order, of which the first that holds tells where the newest own value is; none: in main memory. */
  load(source: AccessedCell): readonly LoadCase[];
  /** `fence(ww)`; null where it has no effect. */
  storeFence(make: StmtMaker): Stmt | null;
  /** The single flushes: every entry that may be the next to leave. */
  readonly flushes: readonly Flush[];
  /** Statements that flush all there is, for a thread that waits inside an atomic section. */
  drain(make: StmtMaker): Block;
  /** The threads that flush it, one for each queue; absent: the flushes are those of `flushes`, made by whoever writes the thread. */
  readonly flushers?: readonly QueueFlusher[];
}

/** What the thread does that flushes one queue and knows nothing else of the buffer. */
export interface QueueFlusher {
  /** Names the thread, behind the name of the one whose writes it flushes. */
  readonly name: string;
  /** How many writes there may be to flush in a round of the source's loop, or in all if it has none. */
  readonly most: number;
  /** One flush, or the wait for a write. */
  flush(make: StmtMaker): Block;
}

/** The newest own write is the one at the position, counted from 1. */
export interface LoadCase {
  readonly cond: Expr;
  readonly value: Expr;
  readonly position: number;
}

export interface StoreCode {
  /** The store waits while this is false (tsoN); null: it never waits. */
  readonly hasRoom: Expr | null;
  /** The bound is reached; null: it never is. */
  readonly isFull: Expr | null;
  /** How many writes must wait for that. */
  readonly capacity: number;
  /**
   * The flushes that may make room, so that the store finds some inside an atomic section. A single one is made without
   * asking whether it is ready: it must be wherever there is no room.
   */
  readonly makesRoom: readonly Flush[];
  /** Puts the entry in. The first statement is done exactly once: it is what stands for the source's store. */
  readonly put: readonly [Stmt, ...Block];
}

/** One entry more: what fills the one that is free, for each number of entries that there may be. */
export function entering(
  count: SharedId,
  index: Expr | null,
  fill: readonly Block[],
  make: StmtMaker,
): StoreCode['put'] {
  const before = shared(count, index);
  const cases = fill.slice(0, -1).map((then, i) => ({ cond: equal(before, int(i + 1)), then }));
  return [
    make.setShared(count, binary('+', before, int(1)), index),
    ...make.cases(cases, fill[fill.length - 1] ?? []),
  ];
}

export interface Flush {
  /** The variable that it writes; null: it depends on what waits. */
  readonly shared: SharedId | null;
  readonly ready: Expr;
  /**
   * Marks one statement as the flush, and leaves entries that are free at their default value. `to`: the variables that the
   * write may be to, where that is known.
   */
  readonly body: (make: StmtMaker, to?: ReadonlySet<SharedId> | null) => Block;
}

/** What the maker of a thread's buffer is told. */
export interface BufferRequest {
  readonly thread: Thread;
  /** As `Q_0` in the names of its variables. */
  readonly stem: string;
  readonly places: readonly WrittenPlace[];
  readonly program: Program;
  readonly supply: SharedSupply;
  readonly spec: BufferSpec;
}

/** Every entry is a variable, and every store a case for each. */
const mostEntries = 100;

export function refuseLarge(entries: number, { name, span }: Thread): void {
  if (entries <= mostEntries) return;
  const many = entries === Infinity ? 'any number of' : String(entries);
  unsupported(
    `a buffer of ${many} entries is not written out; ${mostEntries} are the most (thread ${name})`,
    span,
    'give a smaller --bound',
  );
}

/** The most writes to a place that may wait, where each has a queue of its own. */
export function boundOf(place: WrittenPlace, { spec, program, thread }: BufferRequest): number {
  const bound = 'all' in spec.bound ? spec.bound.all : spec.bound.perShared.get(place.shared);
  if (bound !== undefined) {
    refuseLarge(bound, thread);
    return bound;
  }
  const { name } = at(program.shared, place.shared);
  return unsupported(`the bound says nothing of \`${name}\`, which is buffered too`);
}

export function roomOf(request: BufferRequest): WaitingCounts {
  const room = new Map<SharedId, number>();
  for (const place of request.places)
    room.set(place.shared, (room.get(place.shared) ?? 0) + cellCount(place) * boundOf(place, request));
  return room;
}

/** Where each cell has a queue of its own, each is written out. */
const mostCells = 256;

export function refuseManyCells(cells: number, { name, span }: Thread): void {
  if (cells <= mostCells) return;
  unsupported(`thread ${name} buffers writes to ${cells} cells; ${mostCells} are the most`, span);
}

export type BufferMaker = (request: BufferRequest) => ThreadBuffer;

export const flushOf = (thread: ThreadId, place: Extract<Enacts, { kind: 'flush' }>['place']): Enacts => ({
  kind: 'flush',
  thread,
  place,
});
