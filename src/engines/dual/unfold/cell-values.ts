import type { CellId } from '../../../ir/ids.js';
import type { Cells } from '../../../ir/system.js';
import { at, getOrFail } from '../../../support/check.js';

/** The values that each cell is known to take, and who must hear of further ones. */
export class CellValues<Reader> {
  readonly #values: bigint[][];
  readonly #positions: Map<bigint, number>[];
  readonly #readers: Reader[][];

  constructor(
    readonly cells: Cells,
    /** A reader must go on with a value. */
    private readonly hears: (reader: Reader, cell: CellId, value: bigint) => void,
  ) {
    this.#values = cells.all().map(() => []);
    this.#positions = cells.all().map(() => new Map<bigint, number>());
    this.#readers = cells.all().map(() => []);
  }

  of(cell: CellId): readonly bigint[] {
    return at(this.#values, cell);
  }

  position(cell: CellId, value: bigint): number {
    return getOrFail(at(this.#positions, cell), value);
  }

  add(cell: CellId, value: bigint): void {
    const positions = at(this.#positions, cell);
    if (positions.has(value)) return;
    positions.set(value, positions.size);
    at(this.#values, cell).push(value);
    for (const reader of at(this.#readers, cell)) this.hears(reader, cell, value);
  }

  /** The reader hears of every value of the cell, those to come included. */
  read(cell: CellId, reader: Reader): void {
    at(this.#readers, cell).push(reader);
    for (const value of at(this.#values, cell)) this.hears(reader, cell, value);
  }
}
