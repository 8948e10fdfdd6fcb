import type { CellId } from '../../../lang/expr/ids.js';
import type { Cells } from '../../../lang/program/system.js';
import { at, getOrFail } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { Alternatives } from './edge-history.js';
import type { EdgeCounts } from './edge-history.js';

/** What a cell may hold, and what must have happened for it. */
export interface Held {
  readonly cell: CellId;
  readonly value: bigint;
  readonly history: EdgeCounts;
}

interface KnownAlternatives {
  readonly position: number;
  readonly alternatives: Alternatives;
}

/** Somebody who goes on with each value of a cell. */
export interface ValueListener<Work> {
  readonly work: Work;
  readonly cell: CellId;
  /** How much of what is known it has heard. */
  heard: number;
}

/**
 * The values that each cell is known to take, and who must hear of further ones. Readers are told of one value at a time:
 * many readers and many values make too many pairs to be kept.
 */
export class CellValues<Work> {
  readonly #known: readonly Map<bigint, KnownAlternatives>[];
  readonly #news: readonly Held[][];
  /** Those who have heard everything. */
  readonly #idle: readonly ValueListener<Work>[][];

  constructor(
    readonly cells: Cells,
    /** There is something to hear: sooner or later `next` must be called. */
    private readonly wake: (reader: ValueListener<Work>) => void,
  ) {
    this.#known = cells.all().map(() => new Map<bigint, KnownAlternatives>());
    this.#news = cells.all().map(() => []);
    this.#idle = cells.all().map(() => []);
  }

  /** In the order of their positions. */
  of(cell: CellId): readonly bigint[] {
    return [...at(this.#known, cell).keys()];
  }

  position(cell: CellId, value: bigint): number {
    return getOrFail(at(this.#known, cell), value).position;
  }

  add({ cell, value, history }: Held): void {
    const known = at(this.#known, cell);
    const { alternatives } = remembered(known, value, () => ({
      position: known.size,
      alternatives: new Alternatives(),
    }));
    const more = alternatives.add(history);
    if (more === null) return;
    at(this.#news, cell).push({ cell, value, history: more });
    for (const reader of at(this.#idle, cell).splice(0)) this.wake(reader);
  }

  /** From now on the work goes on with every value of the cell. */
  read(cell: CellId, work: Work): void {
    this.#settle({ work, cell, heard: 0 });
  }

  /** What a reader that was woken has to hear next. */
  next(reader: ValueListener<Work>): Held {
    const held = at(at(this.#news, reader.cell), reader.heard++);
    this.#settle(reader);
    return held;
  }

  #settle(reader: ValueListener<Work>): void {
    if (reader.heard < at(this.#news, reader.cell).length) this.wake(reader);
    else at(this.#idle, reader.cell).push(reader);
  }
}
