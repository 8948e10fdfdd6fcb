import {
  and,
  binary,
  conjunction,
  defaultExpr,
  disjunction,
  equal,
  int,
  not,
  or,
  shared,
} from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { upTo } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at, invariant } from '../../support/invariant.js';
import type { StmtMaker } from '../make-statements.js';
import { boundOf, entering, flushOf, refuseManyCells, roomOf } from './buffer.js';
import type { BufferRequest, Flush, LoadCase, StoreCode, ThreadBuffer } from './buffer.js';
import { countOf } from './flush-plan.js';
import type { WaitingCounts } from './flush-plan.js';
import { cellCount, covers, indexIn, placeMeant, placeName, placeText, shapeOf } from './written-places.js';
import type { AccessedCell, WrittenPlace } from './written-places.js';

/** The buffer of one variable or array: paper 003's `x_cnt.t` and `x_1.t ... x_k.t`, for an array one of each a cell. */
interface LocationQueue {
  readonly place: WrittenPlace;
  readonly bound: number;
  readonly count: SharedId;
  readonly entries: readonly SharedId[];
  /** How many markers each entry is behind; empty where the thread has no `fence(ww)`. */
  readonly behind: readonly SharedId[];
}

/**
 * One queue a thread and variable, for PSO: paper 003, Fig. 5. What is not in the queue holds the default value, so all
 * entries can shift where the figure shifts as far as the counter says.
 *
 * `fence(ww)` is beyond the paper. Each entry says how many markers it is behind; only those behind none may leave. When
 * the last of these has, a marker is done with: all come one step closer. Two markers in a row are one.
 */
export class PerLocation implements ThreadBuffer {
  readonly isEmpty: Expr;
  readonly mayOverflow = true;
  readonly flushes: readonly Flush[];
  readonly #queues: readonly LocationQueue[];
  /** The number of markers in the buffer; null: the thread makes none. */
  readonly #markers: SharedId | null;

  constructor(private readonly request: BufferRequest) {
    const { stem, supply, places, thread, spec } = request;
    refuseManyCells(
      places.reduce((n, place) => n + cellCount(place), 0),
      thread,
    );
    const fences = [...everyStatement(thread.body)].some((s) => s.kind === 'fence' && s.fence === 'ww');
    const marks = fences && spec.model.storeFence === 'marker';
    // There is an entry between two markers, and before the first.
    const room = places.reduce((n, place) => n + cellCount(place) * boundOf(place, request), 0);
    this.#queues = places.map((place) => this.queue(place, marks ? upTo(room) : null));
    this.#markers = marks ? supply.variable(`${stem}_markers`, upTo(room)) : null;
    this.isEmpty = conjunction(this.cells().map(({ count }) => equal(count, int(0))));
    this.flushes = this.cells().map((cell) => ({
      shared: cell.queue.place.shared,
      ready: this.mayLeave(cell),
      body: (make) => this.flush(cell, make),
    }));
  }

  private queue(place: WrittenPlace, behind: Type | null): LocationQueue {
    const { stem, supply, program } = this.request;
    const { type } = at(program.shared, place.shared);
    const shape = shapeOf(place, program);
    const prefix = `${stem}_${placeName(place, program.shared)}`;
    const bound = boundOf(place, this.request);
    const about = { thread: this.request.thread.id, of: placeMeant(place) };
    const numbers = Array.from({ length: bound }, (_, i) => i + 1);
    return {
      place,
      bound,
      count: supply.variable(`${prefix}_cnt`, upTo(bound), {
        shape,
        meaning: `The writes of ${this.request.thread.name} to ${placeText(place, program.shared)} that wait.`,
        buffer: { kind: 'count', ...about, bound },
      }),
      entries: numbers.map((position) =>
        supply.variable(`${prefix}_${position}`, type, {
          shape,
          buffer: { kind: 'entry', ...about, position },
        }),
      ),
      behind:
        behind === null
          ? []
          : numbers.map((i) => supply.variable(`${prefix}_behind_${i}`, behind, { shape })),
    };
  }

  store(target: AccessedCell, value: Expr, make: StmtMaker): StoreCode {
    const queue = this.#queues.find(({ place }) => covers(place, target));
    invariant(queue !== undefined, 'what is stored to has a place in the buffer');
    const index = indexIn(queue.place, target.index);
    const fill = queue.entries.map((entry, i): Block => {
      const mark = queue.behind[i];
      return [
        make.setShared(entry, value, index),
        ...(mark === undefined || this.#markers === null
          ? []
          : [make.setShared(mark, shared(this.#markers), index)]),
      ];
    });
    return {
      hasRoom: null,
      makesRoom: this.makesRoom(queue),
      isFull: equal(shared(queue.count, index), int(queue.bound)),
      capacity: queue.bound,
      put: entering(queue.count, index, fill, make),
    };
  }

  /** Markers may hold back the queue's entries until others have left. */
  private makesRoom({ place }: LocationQueue): readonly Flush[] {
    if (place.kind === 'array' || this.#markers !== null) return this.flushes;
    return this.flushes.filter((_, i) => at(this.cells(), i).queue.place === place);
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
    return this.#queues.flatMap(({ place, count, entries }) => {
      if (place.shared !== source.shared) return [];
      if (place.kind === 'cell' && source.index?.kind === 'int' && !covers(place, source)) return [];
      const index = indexIn(place, source.index);
      const chosen =
        place.kind === 'cell' && source.index !== null && source.index.kind !== 'int'
          ? [equal(source.index, int(place.index))]
          : [];
      return entries.map((entry, i) => ({
        cond: conjunction([...chosen, equal(shared(count, index), int(i + 1))]),
        value: shared(entry, index),
        position: i + 1,
      }));
    });
  }

  storeFence(make: StmtMaker): Stmt | null {
    const markers = this.#markers;
    if (markers === null) return null;
    const isNewest = this.cells().flatMap(({ count, behind }) =>
      behind.map((mark, i) => and(equal(count, int(i + 1)), equal(mark, shared(markers)))),
    );
    return make.when(disjunction(isNewest), [make.setShared(markers, binary('+', shared(markers), int(1)))]);
  }

  drain(make: StmtMaker): Block {
    if (this.#markers === null || this.flushes.length === 1)
      return this.flushes.map((f) => make.while(f.ready, f.body(make)));
    const choices = this.flushes.map((f): Block => [make.assume(f.ready), ...f.body(make)]);
    return [make.while(not(this.isEmpty), [make.either(choices)])];
  }

  private mayLeave({ count, behind }: CellQueue): Expr {
    const holds = binary('>', count, int(0));
    const [oldest] = behind;
    return oldest === undefined ? holds : and(holds, equal(oldest, int(0)));
  }

  private flush(cell: CellQueue, make: StmtMaker): Block {
    const { queue, index, inQueue } = cell;
    const { place } = queue;
    const { type } = at(this.request.program.shared, place.shared);
    const inMemory = place.kind === 'scalar' ? null : int(index);
    const shift = (all: readonly SharedId[], none: Expr): Block =>
      all.map((entry, i) => {
        const next = all[i + 1];
        return make.setShared(entry, next === undefined ? none : shared(next, inQueue), inQueue);
      });
    const [oldest] = queue.entries;
    invariant(oldest !== undefined, 'a buffer has room for an entry');
    const left: Stmt = {
      ...make.setShared(queue.count, binary('-', cell.count, int(1)), inQueue),
      enacts: flushOf(this.request.thread.id, { shared: place.shared, index }),
    };
    return [
      make.setShared(place.shared, shared(oldest, inQueue), inMemory),
      ...shift(queue.entries, defaultExpr(type)),
      ...shift(queue.behind, int(0)),
      left,
      ...this.unmark(make),
    ];
  }

  /** If nothing is left before the first marker, that marker is gone. */
  private unmark(make: StmtMaker): Block {
    const markers = this.#markers;
    if (markers === null) return [];
    const allBehind = this.cells().map(({ count, behind }) => {
      const [oldest = int(0)] = behind;
      return or(equal(count, int(0)), binary('>', oldest, int(0)));
    });
    const closer = this.cells().flatMap(({ queue, inQueue }) =>
      queue.behind.map((mark) => {
        const here = shared(mark, inQueue);
        return make.when(binary('>', here, int(0)), [
          make.setShared(mark, binary('-', here, int(1)), inQueue),
        ]);
      }),
    );
    const done = make.setShared(markers, binary('-', shared(markers), int(1)));
    return [make.when(conjunction([binary('>', shared(markers), int(0)), ...allBehind]), [...closer, done])];
  }

  private cells(): readonly CellQueue[] {
    return this.#queues.flatMap((queue) => {
      const { place, count, behind } = queue;
      const indices =
        place.kind === 'array'
          ? Array.from({ length: place.length }, (_, i) => i)
          : [place.kind === 'cell' ? place.index : 0];
      return indices.map((index): CellQueue => {
        const inQueue = place.kind === 'array' ? int(index) : null;
        const marks = behind.map((mark) => shared(mark, inQueue));
        return { queue, index, inQueue, count: shared(count, inQueue), behind: marks };
      });
    });
  }
}

/** One cell's queue. */
interface CellQueue {
  readonly queue: LocationQueue;
  readonly index: number;
  /** The index among the variables of the queue. */
  readonly inQueue: Expr | null;
  readonly count: Expr;
  readonly behind: readonly Expr[];
}
