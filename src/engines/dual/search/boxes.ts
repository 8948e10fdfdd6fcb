import { at } from '../../../support/invariant.js';
import type { CellValue, DualCell } from '../dual-program.js';

/**
 * One bit for each value of each cell: a set of values for each cell, and so a set of memories. Of cells that a row says
 * nothing about it has all bits.
 */
export type MemorySet = Int32Array;

/**
 * What a message or a read says: of some cells that their values are among some, but not of all: where any value will do
 * nothing is said, so that equal rows speak of equal cells.
 */
export interface Box {
  readonly cells: readonly number[];
  readonly row: MemorySet;
}

interface CellBits {
  /** The first bit. */
  readonly first: number;
  readonly count: number;
  /** The words that have its bits, and which of theirs. */
  readonly words: readonly { readonly index: number; readonly mask: number }[];
}

/** Where in rows the values of cells are. Those of a cell with at most 32 are in one word. */
export class Boxes {
  readonly #places: readonly CellBits[];
  /** By bit; some bits are no value's. */
  readonly #pairs: CellValue[] = [];
  readonly rowLength: number;

  constructor(cells: readonly DualCell[]) {
    let next = 0;
    this.#places = cells.map(({ values }, cell) => {
      const count = values.length;
      if ((next & 31) + count > 32) next = (next + 31) & ~31;
      const first = next;
      next += count;
      const masks = new Map<number, number>();
      for (let value = 0; value < count; value++) {
        const bit = first + value;
        this.#pairs[bit] = { cell, value };
        masks.set(bit >>> 5, (masks.get(bit >>> 5) ?? 0) | (1 << (bit & 31)));
      }
      return { first, count, words: [...masks].map(([index, mask]) => ({ index, mask })) };
    });
    this.rowLength = Math.max(1, (next + 31) >>> 5);
  }

  /** All values of all cells. */
  everything(): MemorySet {
    return new Int32Array(this.rowLength).fill(-1);
  }

  bit({ cell, value }: CellValue): number {
    return at(this.#places, cell).first + value;
  }

  pair(bit: number): CellValue {
    return at(this.#pairs, bit);
  }

  add(row: MemorySet, pair: CellValue): void {
    const bit = this.bit(pair);
    row[bit >>> 5] = (row[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  has(row: MemorySet, pair: CellValue): boolean {
    const bit = this.bit(pair);
    return ((row[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Of one cell one of the values. */
  oneOf(cell: number, values: Iterable<number>): Box {
    const row = this.everything();
    for (const { index, mask } of at(this.#places, cell).words) row[index] = (row[index] ?? 0) & ~mask;
    for (const value of values) this.add(row, { cell, value });
    return { cells: this.isFull(row, cell) ? [] : [cell], row };
  }

  exactly(values: readonly CellValue[]): Box {
    return values
      .map(({ cell, value }) => this.oneOf(cell, [value]))
      .reduce<Box>((all, box) => both(all, box), { cells: [], row: this.everything() });
  }

  /** What the box says of these cells. */
  restricted(box: Box, cells: readonly number[]): Box {
    const row = box.row.slice();
    for (const cell of box.cells) if (!cells.includes(cell)) this.forget(row, cell);
    return { cells, row };
  }

  /** What the row says of this cell, and nothing of others. */
  ofCell(row: MemorySet, cell: number): MemorySet {
    const only = this.everything();
    for (const { index, mask } of at(this.#places, cell).words) only[index] = (row[index] ?? 0) | ~mask;
    return only;
  }

  /** Nothing is said of the cell any more. */
  forget(row: MemorySet, cell: number): void {
    for (const { index, mask } of at(this.#places, cell).words) row[index] = (row[index] ?? 0) | mask;
  }

  /** Whether a value is left for the cell. */
  isOpen(row: MemorySet, cell: number): boolean {
    const { words } = at(this.#places, cell);
    for (const { index, mask } of words) if (((row[index] ?? 0) & mask) !== 0) return true;
    return false;
  }

  /** Whether all values are left for the cell. */
  isFull(row: MemorySet, cell: number): boolean {
    const { words } = at(this.#places, cell);
    for (const { index, mask } of words) if (((row[index] ?? 0) & mask) !== mask) return false;
    return true;
  }

  /** The values that are left for the cell. */
  valuesOf(row: MemorySet, cell: number): readonly number[] {
    const { count } = at(this.#places, cell);
    return Array.from({ length: count }, (_, value) => value).filter((value) =>
      this.has(row, { cell, value }),
    );
  }

  /** Adds to what is known; false if it leaves no value to some cell. */
  demand(known: MemorySet, { cells, row }: Box): boolean {
    for (let i = 0; i < known.length; i++) known[i] = (known[i] ?? 0) & (row[i] ?? 0);
    for (let i = 0; i < cells.length; i++) if (!this.isOpen(known, cells[i] ?? 0)) return false;
    return true;
  }

  /** Whether both can be true of one memory, cell by cell of `cells`. */
  meet(a: MemorySet, b: MemorySet, cells: readonly number[]): boolean {
    for (const cell of cells) {
      const { words } = at(this.#places, cell);
      if (!words.some(({ index, mask }) => ((a[index] ?? 0) & (b[index] ?? 0) & mask) !== 0)) return false;
    }
    return true;
  }
}

export function both(a: Box, b: Box): Box {
  const row = a.row.map((word, i) => word & (b.row[i] ?? 0));
  return { cells: [...new Set([...a.cells, ...b.cells])].toSorted((x, y) => x - y), row };
}

/** Adds what is in `more`; whether there was something new. */
export function unite(row: MemorySet, more: MemorySet): boolean {
  let grown = false;
  for (let i = 0; i < row.length; i++) {
    const joined = (row[i] ?? 0) | (more[i] ?? 0);
    grown ||= joined !== row[i];
    row[i] = joined;
  }
  return grown;
}

/** Whether what `small` allows `large` allows, too. */
export function within(small: MemorySet, large: MemorySet): boolean {
  for (let i = 0; i < small.length; i++) if (((small[i] ?? 0) & ~(large[i] ?? 0)) !== 0) return false;
  return true;
}
