import type { CellId } from '../../../ir/ids.js';
import type { Cells } from '../../../ir/system.js';
import { at, getOrFail } from '../../../support/check.js';
import { Alternatives } from './history.js';
import type { History } from './history.js';

/** What a cell may hold, and what must have happened for it. */
export interface Held {
  readonly cell: CellId;
  readonly value: bigint;
  readonly history: History;
}

interface Known {
  readonly position: number;
  readonly alternatives: Alternatives;
}

/** The values that each cell is known to take, and who must hear of further ones. */
export class CellValues<Reader> {
  readonly #known: readonly Map<bigint, Known>[];
  readonly #readers: readonly Reader[][];

  constructor(
    readonly cells: Cells,
    /** A reader must go on with a value. */
    private readonly hears: (reader: Reader, held: Held) => void,
  ) {
    this.#known = cells.all().map(() => new Map<bigint, Known>());
    this.#readers = cells.all().map(() => []);
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
    const here = known.get(value) ?? { position: known.size, alternatives: new Alternatives() };
    known.set(value, here);
    const news = here.alternatives.add(history);
    if (news === null) return;
    for (const reader of at(this.#readers, cell)) this.hears(reader, { cell, value, history: news });
  }

  /** The reader hears of every value of the cell, those to come included. */
  read(cell: CellId, reader: Reader): void {
    at(this.#readers, cell).push(reader);
    for (const [value, { alternatives }] of at(this.#known, cell))
      for (const history of alternatives.all) this.hears(reader, { cell, value, history });
  }
}
