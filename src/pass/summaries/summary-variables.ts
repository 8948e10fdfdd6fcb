import { shared, local } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { isBufferedStore } from '../../lang/program/actions.js';
import { constantValue } from '../../lang/expr/constant.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Cells, System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Contents } from '../shapes/contents.js';
import type { FollowedSlot } from './summary-word.js';

/** The variables for the entries of one thread for one cell. */
export interface EntryVariables {
  readonly newest: SharedId;
  readonly older: SharedId;
  readonly newer: SharedId;
  /** What leaves and is none of these. */
  readonly drawn: LocalId;
  /** By cells that only this thread writes: what it saw there when it stored the newest entry, and that which is followed. */
  readonly seen: ReadonlyMap<CellId, { readonly byNewest: SharedId; readonly byOlder: SharedId }>;
}

/**
 * All variables that summaries of the buffers of a system need, made in one order, whatever is followed: so formulas mean the
 * same in all programs that are made of it.
 */
export class SummaryVariables {
  /** By thread: the cells that it may buffer stores to. */
  readonly cells: readonly (readonly CellId[])[];
  readonly #entries: readonly ReadonlyMap<CellId, EntryVariables>[];

  constructor(
    system: System,
    private readonly contents: Contents,
    model: MemoryModel,
  ) {
    this.cells = system.threads.map(({ id }) => storedCells(system, contents.cells, id, isBuffered));
    const writers = system.threads.map(
      ({ id }) => new Set(storedCells(system, contents.cells, id, anyStore)),
    );
    const isOwn = (cell: CellId, thread: ThreadId): boolean =>
      writers.every((written, t) => t === thread || !written.has(cell));
    this.#entries = system.threads.map(({ id }) => {
      const mine = at(this.cells, id);
      const watched = ordersWrites(model) ? mine.filter((cell) => isOwn(cell, id)) : [];
      return new Map(mine.map((cell) => [cell, this.#make(id, cell, watched)]));
    });
  }

  of(thread: ThreadId, cell: CellId): EntryVariables {
    return getOrFail(at(this.#entries, thread), cell);
  }

  newest(thread: ThreadId, cell: CellId): Expr {
    return shared(this.of(thread, cell).newest);
  }

  followed(thread: ThreadId, cell: CellId, slot: FollowedSlot): Expr {
    return shared(this.of(thread, cell)[slot]);
  }

  drawn(thread: ThreadId, cell: CellId): Expr {
    return local(this.of(thread, cell).drawn);
  }

  #make(thread: ThreadId, cell: CellId, watched: readonly CellId[]): EntryVariables {
    const { cells, made } = this.contents;
    const { id, type, shape } = cells.variable(cell);
    const name = cells.nameOf(cell);
    const of = { shared: id, element: shape.kind === 'scalar' ? null : cells.indexIn(cell) };
    const entry = (what: string, position: number): SharedId =>
      made.shared(thread, `${name}_${what}`, type, { kind: 'entry', thread, of, position });
    const seen = watched
      .filter((other) => other !== cell)
      .map((other) => {
        const variable = cells.variable(other);
        const part = {
          shared: variable.id,
          element: variable.shape.kind === 'scalar' ? null : cells.indexIn(other),
        };
        const seenBy = (what: string, position: number): SharedId =>
          made.shared(thread, `${cells.nameOf(other)}_at_${name}_${what}`, variable.type, {
            ...{ kind: 'entry', thread, of: part, position },
          });
        return [other, { byNewest: seenBy('newest', 3), byOlder: seenBy('older', 1) }] as const;
      });
    return {
      older: entry('older', 1),
      newer: entry('newer', 2),
      newest: entry('newest', 3),
      drawn: made.local(thread, `${name}_drawn`, type),
      seen: new Map(seen),
    };
  }
}

type StoreTest = (action: Parameters<typeof isBufferedStore>[0]) => boolean;

const isBuffered: StoreTest = isBufferedStore;
const anyStore: StoreTest = ({ kind }) => kind === 'store';

/** The cells that stores of a thread may go to. */
function storedCells(
  { threads, shared: variables }: System,
  cells: Cells,
  thread: ThreadId,
  counts: StoreTest,
): readonly CellId[] {
  const found = new Map<CellId, CellId>();
  for (const { actions } of at(threads, thread).edges) {
    for (const action of actions) {
      if (action.kind !== 'store' || !counts(action)) continue;
      const length = lengthOf(at(variables, action.shared));
      const index = action.index === null ? 0n : constantValue(action.index);
      const numbers = typeof index === 'bigint' ? [Number(index)] : Array.from({ length }, (_, i) => i);
      for (const number of numbers) {
        if (number < 0 || number >= length) continue;
        const cell = cells.cell(action.shared, number);
        remembered(found, cell, () => cell);
      }
    }
  }
  return [...found.values()].sort((a, b) => a - b);
}
