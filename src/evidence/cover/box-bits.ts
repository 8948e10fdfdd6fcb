import type { AllowedValues, StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import { ascending } from './value-sets.js';

const wordBits = 32;

/** Of one coordinate: the values that boxes name, each a bit from word `first` to before `end`, and one bit for all others. */
export interface BitColumn {
  readonly coordinate: number;
  readonly values: readonly bigint[];
  readonly numbers: ReadonlyMap<bigint, number>;
  readonly first: number;
  readonly end: number;
}

/** Boxes as bits: of each coordinate those of its values that they have. Any value: all bits of its words. */
export class BoxBits {
  readonly columns: readonly BitColumn[];
  readonly words: number;

  /** For the coordinates that some of the boxes speak of. */
  constructor(boxes: Iterable<StateBox>, coordinates: number, watch: () => void) {
    const found = Array.from({ length: coordinates }, () => new Set<bigint>());
    for (const box of boxes) {
      watch();
      for (const [c, values] of box.entries())
        if (values !== null) for (const value of values) at(found, c).add(value);
    }
    let first = 0;
    this.columns = found.flatMap((own, coordinate) => {
      if (own.size === 0) return [];
      const values = ascending(own);
      const end = first + Math.floor(values.length / wordBits) + 1;
      const column = { coordinate, values, numbers: new Map(values.map((v, i) => [v, i])), first, end };
      first = end;
      return [column];
    });
    this.words = first;
  }

  row(box: StateBox): Int32Array {
    const row = new Int32Array(this.words);
    for (const column of this.columns) {
      const values = at(box, column.coordinate);
      if (values === null) row.fill(-1, column.first, column.end);
      else for (const value of values) setBit(row, column, bitOf(column, value));
    }
    return row;
  }

  /**
   * The states of a box that have these bits. Where the box has any value of a coordinate, and the bits leave out some but not the
   * one for all others, it is all the same any value.
   */
  within(box: StateBox, row: Int32Array): StateBox {
    const found = [...box];
    for (const column of this.columns) {
      const { coordinate, values, first, end } = column;
      if (isFull(row, column)) continue;
      const own = at(box, coordinate);
      if (own !== null) {
        const kept = own.filter((value) => hasBit(row, column, bitOf(column, value)));
        if (kept.length < own.length) found[coordinate] = kept;
      } else if (!hasBit(row, column, values.length) && end > first)
        found[coordinate] = values.filter((_, bit) => hasBit(row, column, bit));
    }
    return found;
  }

  /** A box of `width` coordinates with these bits, and no values that have none of their own unless it has any value. */
  named(row: Int32Array, width: number): StateBox {
    const box: AllowedValues[] = Array.from({ length: width }, () => null);
    for (const column of this.columns)
      if (!isFull(row, column))
        box[column.coordinate] = column.values.filter((_, bit) => hasBit(row, column, bit));
    return box;
  }
}

const bitOf = ({ numbers, values }: BitColumn, value: bigint): number => numbers.get(value) ?? values.length;

function setBit(row: Int32Array, { first }: BitColumn, bit: number): void {
  const word = first + Math.floor(bit / wordBits);
  row[word] = (row[word] ?? 0) | (1 << (bit % wordBits));
}

export const hasBit = (row: Int32Array, { first }: BitColumn, bit: number): boolean =>
  ((row[first + Math.floor(bit / wordBits)] ?? 0) & (1 << (bit % wordBits))) !== 0;

function isFull(row: Int32Array, { first, end }: BitColumn): boolean {
  for (let w = first; w < end; w++) if (row[w] !== -1) return false;
  return true;
}

/** Whether they have a value in common. */
export function meets(a: Int32Array, b: Int32Array, { first, end }: BitColumn): boolean {
  for (let w = first; w < end; w++) if (((a[w] ?? 0) & (b[w] ?? 0)) !== 0) return true;
  return false;
}

/** Whether the second has all values of the first. */
export function isInside(
  a: Int32Array,
  b: Int32Array,
  { first, end }: Pick<BitColumn, 'first' | 'end'>,
): boolean {
  for (let w = first; w < end; w++) if (((a[w] ?? 0) & ~(b[w] ?? 0)) !== 0) return false;
  return true;
}
