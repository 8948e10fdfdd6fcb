import { binary, conjunction, equal, int, not, shared, unary } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import { upTo } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { ControlFlow } from '../../lang/program/control-flow.js';
import { blocksOf, everyStatement } from '../../lang/program/walk-statements.js';
import { at, invariant } from '../../support/invariant.js';
import { bufferedStores } from '../buffered.js';
import type { StmtMaker } from '../make-statements.js';
import { boundOf, flushOf, roomOf } from './buffer.js';
import type { BufferRequest, Flush, LoadCase, QueueFlusher, StoreCode, ThreadBuffer } from './buffer.js';
import { FlushPlan, countOf } from './flush-plan.js';
import type { WaitingCounts } from './flush-plan.js';
import { covers, indexIn, placeName, placeText } from './written-places.js';
import type { AccessedCell, WrittenPlace } from './written-places.js';

/** A store into a log costs a verifier as much as so many flushes between the steps of a thread; found by trying. */
const priceOfStore = 4;

/** A log is one integer of the exported text. */
const mostBits = 30;

/**
 * The queue of one place as two variables with one writer each. The thread writes the log: how many writes it has ever
 * put in, modulo a power of two, and the values of the newest, as many as may wait, newest first. What flushes writes how
 * many have left.
 */
interface LoggedQueue {
  readonly place: WrittenPlace;
  readonly bound: number;
  readonly countBits: number;
  readonly values: ValueCode;
  readonly log: SharedId;
  /** What the thread has written to the log last, and the newest value: it need not look. */
  readonly own: SharedId;
  readonly newest: SharedId;
  readonly gone: SharedId;
  /** What the flusher has written to `gone` last, and the log as it has seen it. */
  readonly left: SharedId;
  readonly seen: SharedId;
}

/** Values of a type as the integers from 0 on. */
interface ValueCode {
  readonly isBool: boolean;
  readonly least: bigint;
  readonly bits: number;
}

/**
 * PSO for tools whose price is the number of accesses to variables that threads share: a store reads one (`gone`) and writes
 * one (the log), a flush reads one (the log) and writes two (memory and `gone`), a load reads one more than it would, and
 * there is a flush for each store and not one for each place where a flush may happen. The steps are those of `PerLocation`.
 */
export class LoggedQueues implements ThreadBuffer {
  readonly isEmpty: Expr;
  readonly mayOverflow = true;
  readonly flushes: readonly Flush[] = [];
  readonly flushers: readonly QueueFlusher[];
  readonly #queues: readonly LoggedQueue[];

  /**
   * Null: the thread needs what is not in a log (arrays whole, values without end, flushes within its sections), or there are
   * so few places where it may flush that it does better itself.
   */
  static of(request: BufferRequest): LoggedQueues | null {
    const { thread, places, program } = request;
    const fits = (place: WrittenPlace): boolean => {
      const values = valueCode(at(program.shared, place.shared).type);
      if (place.kind === 'array' || values === null) return false;
      const bound = boundOf(place, request);
      return bitsFor(BigInt(bound)) + bound * values.bits <= mostBits;
    };
    const statements = [...everyStatement(thread.body)];
    const marks = statements.some((s) => s.kind === 'fence' && s.fence !== 'full');
    if (marks || statements.some(flushesInside) || !places.every(fits)) return null;
    const plan = new FlushPlan({ thread, program, flow: new ControlFlow(thread), room: roomOf(request) });
    const isCheaper = plan.size() >= priceOfStore * bufferedStores(thread.body).length;
    return isCheaper ? new LoggedQueues(request) : null;
  }

  private constructor(private readonly request: BufferRequest) {
    this.#queues = request.places.map((place) => this.queue(place));
    this.isEmpty = conjunction(this.#queues.map((queue) => not(holdsSome(queue))));
    this.flushers = this.#queues.map((queue): QueueFlusher => ({
      name: placeName(queue.place, request.program.shared),
      most: mostInARound(request.thread.body, queue.place),
      flush: (make) => this.flush(queue, make),
    }));
  }

  private queue(place: WrittenPlace): LoggedQueue {
    const { stem, supply, program, thread } = this.request;
    const values = valueCode(at(program.shared, place.shared).type);
    invariant(values !== null, 'the values of a log can be written into it');
    const bound = boundOf(place, this.request);
    const countBits = bitsFor(BigInt(bound));
    const prefix = `${stem}_${placeName(place, program.shared)}`;
    const log = upTo(2 ** (countBits + bound * values.bits) - 1);
    const count = upTo(2 ** countBits - 1);
    const what = `of the writes of ${thread.name} to ${placeText(place, program.shared)}`;
    const meaning = `The number ${what}, in ${countBits} bits, and above them the newest values.`;
    return {
      ...{ place, bound, countBits, values },
      log: supply.variable(`${prefix}_log`, log, { meaning }),
      own: supply.variable(`${prefix}_put`, log),
      newest: supply.variable(`${prefix}_newest`, at(program.shared, place.shared).type),
      gone: supply.variable(`${prefix}_gone`, count, { meaning: `How many ${what} have left.` }),
      left: supply.variable(`${prefix}_left`, count),
      seen: supply.variable(`${prefix}_seen`, log),
    };
  }

  store(target: AccessedCell, value: Expr, make: StmtMaker): StoreCode {
    const queue = this.#queues.find(({ place }) => covers(place, target));
    invariant(queue !== undefined, 'what is stored to has a place in the buffer');
    const { bound, own, newest, log, gone, countBits, values } = queue;
    const full = lowest(binary('+', shared(gone), int(bound)), countBits);
    // The newest value goes in above the count, and the oldest leaves at the top.
    const kept = lowest(binary('>>', shared(own), int(countBits)), (bound - 1) * values.bits);
    const count = lowest(binary('+', shared(own), int(1)), countBits);
    const code = values.isBool ? unary('int', shared(newest)) : above(shared(newest), values.least);
    const all = bound === 1 ? code : binary('+', code, binary('<<', kept, int(values.bits)));
    return {
      hasRoom: null,
      isFull: equal(full, lowest(shared(own), countBits)),
      capacity: bound,
      makesRoom: [],
      put: [
        make.setShared(newest, value),
        make.setShared(own, binary('+', count, binary('<<', all, int(countBits)))),
        make.setShared(log, shared(own)),
      ],
    };
  }

  get room(): WaitingCounts {
    return roomOf(this.request);
  }

  get entries(): number {
    return countOf(this.room);
  }

  inLineWith(variable: SharedId, waiting: WaitingCounts): number {
    return waiting.get(variable) ?? 0;
  }

  load(source: AccessedCell): readonly LoadCase[] {
    return this.#queues.flatMap((queue): readonly LoadCase[] => {
      const { place, newest } = queue;
      if (place.shared !== source.shared) return [];
      const value = shared(newest);
      const open = place.kind === 'cell' && source.index !== null && source.index.kind !== 'int';
      if (!open && !covers(place, source)) return [];
      const meant = open && source.index !== null ? [equal(source.index, int(place.index))] : [];
      return [{ cond: conjunction([...meant, holdsSome(queue)]), value, position: 1 }];
    });
  }

  storeFence(): null {
    return null;
  }

  drain(): Block {
    invariant(false, 'a thread with logs has no flushes inside sections');
  }

  /** It looks at the log once, and each variable that others know of is written once. */
  private flush(queue: LoggedQueue, make: StmtMaker): Block {
    const { place, bound, log, gone, left, seen, countBits, values } = queue;
    const waiting = lowest(binary('-', shared(seen), shared(left)), countBits);
    const index = place.kind === 'cell' ? place.index : 0;
    const inMemory = indexIn(place, null) ?? (place.kind === 'cell' ? int(index) : null);
    const writes = Array.from({ length: bound }, (_, i) => {
      const code = binary('>>', shared(seen), int(countBits + i * values.bits));
      return {
        cond: equal(waiting, int(i + 1)),
        then: [make.setShared(place.shared, decoded(code, values), inMemory)],
      };
    });
    const step = make.setShared(left, lowest(binary('+', shared(left), int(1)), countBits));
    return [
      make.setShared(seen, shared(log)),
      make.assume(binary('!=', lowest(shared(seen), countBits), shared(left))),
      ...make.cases(writes.slice(0, -1), writes.at(-1)?.then ?? []),
      { ...step, enacts: flushOf(this.request.thread.id, { shared: place.shared, index }) },
      make.setShared(gone, shared(left)),
    ];
  }
}

/** Whether a section holds more than accesses to memory: its thread may have to flush before it goes on inside. */
function flushesInside(stmt: Stmt): boolean {
  if (stmt.kind !== 'atomic' && stmt.kind !== 'locked') return false;
  const inside = [...everyStatement(stmt.body)];
  return (
    bufferedStores([stmt]).length > 0 || inside.some(({ kind }) => kind === 'fence' || kind === 'locked')
  );
}

/** The most stores to the place on a way through a round of a loop, or through the whole where no loop is written as one. */
function mostInARound(body: Block, place: WrittenPlace): number {
  const rounds = outermostLoops(body).map((loop) => mostOnAWay(loop, place));
  return Math.max(1, ...(rounds.length > 0 ? rounds : [mostOnAWay(body, place)]));
}

const outermostLoops = (body: Block): readonly Block[] =>
  body.flatMap((stmt) => (stmt.kind === 'while' ? [stmt.body] : blocksOf(stmt).flatMap(outermostLoops)));

function mostOnAWay(block: Block, place: WrittenPlace): number {
  const inside = (stmt: Stmt): readonly number[] => blocksOf(stmt).map((inner) => mostOnAWay(inner, place));
  const stores = (stmt: Stmt): number =>
    stmt.kind === 'assign'
      ? bufferedStores([stmt]).filter((target) => covers(place, target)).length
      : Math.max(0, ...inside(stmt));
  return block.reduce((n, stmt) => n + stores(stmt), 0);
}

const holdsSome = ({ own, gone, countBits }: LoggedQueue): Expr =>
  binary('!=', lowest(shared(own), countBits), shared(gone));

const lowest = (expr: Expr, bits: number): Expr => binary('&', expr, int(2n ** BigInt(bits) - 1n));

function valueCode(type: Type): ValueCode | null {
  switch (type.kind) {
    case 'bool':
      return { isBool: true, least: 0n, bits: 1 };
    case 'range':
      return { isBool: false, least: type.lo, bits: bitsFor(type.hi - type.lo) };
    case 'int':
      return null;
  }
}

/** For the numbers from 0 to the largest. */
const bitsFor = (largest: bigint): number => largest.toString(2).length;

const above = (expr: Expr, least: bigint): Expr => (least === 0n ? expr : binary('-', expr, int(least)));

/** The value at the lowest bits. */
function decoded(expr: Expr, { isBool, least, bits }: ValueCode): Expr {
  const code = lowest(expr, bits);
  if (isBool) return equal(code, int(1));
  return least === 0n ? code : binary('+', int(least), code);
}
