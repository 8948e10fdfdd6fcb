import type { CoverPart, StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import { BoxBits, hasBit, isInside, meets } from './box-bits.js';

const wordBits = 32;

/** Tells which states are in one of many boxes. */
export class CoverIndex {
  readonly #bits: BoxBits;
  readonly #rows: readonly Int32Array[];
  /** By columns and bits, which boxes have it, a bit each. */
  readonly #having: readonly (readonly Uint32Array[])[];
  readonly #spokenOf: ReadonlySet<number>;
  readonly #words: number;

  constructor(
    boxes: CoverPart,
    coordinates: number,
    private readonly watch: () => void,
  ) {
    this.#words = Math.ceil(boxes.length / wordBits);
    this.#bits = new BoxBits(boxes, coordinates, watch);
    this.#rows = boxes.map((box) => {
      watch();
      return this.#bits.row(box);
    });
    this.#having = this.#bits.columns.map((column) =>
      Array.from({ length: column.values.length + 1 }, (_, bit) => {
        const having = new Uint32Array(this.#words);
        for (const [i, row] of this.#rows.entries()) {
          watch();
          if (hasBit(row, column, bit)) mark(having, i);
        }
        return having;
      }),
    );
    this.#spokenOf = new Set(this.#bits.columns.map(({ coordinate }) => coordinate));
  }

  speaksOf(coordinate: number): boolean {
    return this.#spokenOf.has(coordinate);
  }

  /** What of the box is in none of the boxes, or of the first so many of them, in pieces; without any: it is in them. */
  missing(box: StateBox, among = this.#rows.length): readonly StateBox[] {
    const row = this.#bits.row(box);
    const found: Int32Array[] = [];
    this.#leave(row, this.#rowsAt(this.#meeting(row), among), found);
    return found.map((left) => this.#bits.within(box, left));
  }

  /** What of the box is in each of the boxes that have states in common with it. */
  within(box: StateBox): readonly StateBox[] {
    return this.#rowsAt(this.#meeting(this.#bits.row(box))).map((row) => {
      this.watch();
      return this.#bits.within(box, row);
    });
  }

  /** How many boxes have states in common with it. */
  countIn(box: StateBox): number {
    let count = 0;
    for (const word of this.#meeting(this.#bits.row(box)))
      for (let left = word; left !== 0; left &= left - 1) count++;
    return count;
  }

  /** The boxes that have states in common with this one, a bit each. */
  #meeting(row: Int32Array): Uint32Array {
    const found = new Uint32Array(this.#words).fill(-1);
    const last = this.#rows.length % wordBits;
    if (last !== 0) found[this.#words - 1] = 2 ** last - 1;
    for (const [i, column] of this.#bits.columns.entries()) {
      this.watch();
      const lists = at(this.#having, i).filter((_, bit) => hasBit(row, column, bit));
      if (lists.length > column.values.length) continue;
      for (let w = 0; w < found.length; w++) {
        let some = 0;
        for (const list of lists) some |= list[w] ?? 0;
        found[w] = (found[w] ?? 0) & some;
      }
    }
    return found;
  }

  #rowsAt(bits: Uint32Array, below = this.#rows.length): readonly Int32Array[] {
    const found: Int32Array[] = [];
    for (const [w, word] of bits.entries()) {
      if (w * wordBits >= below) break;
      for (let left = word; left !== 0; left &= left - 1) {
        const number = w * wordBits + 31 - Math.clz32(left & -left);
        if (number < below) found.push(at(this.#rows, number));
      }
    }
    return found;
  }

  /** Finds what of the row is in none of these: what one of them leaves of it is split along its columns. */
  #leave(row: Int32Array, others: readonly Int32Array[], found: Int32Array[]): void {
    this.watch();
    const { columns } = this.#bits;
    let best: Int32Array | null = null;
    let fewest = Infinity;
    const meeting: Int32Array[] = [];
    for (const other of others) {
      if (!columns.every((column) => meets(row, other, column))) continue;
      const outside = columns.reduce((count, column) => count + (isInside(row, other, column) ? 0 : 1), 0);
      if (outside === 0) return;
      meeting.push(other);
      if (outside >= fewest) continue;
      best = other;
      fewest = outside;
    }
    if (best === null) {
      found.push(row);
      return;
    }
    const taken = best;
    const inside = row.slice();
    for (const column of columns) {
      if (isInside(inside, taken, column)) continue;
      const left = inside.slice();
      for (let w = column.first; w < column.end; w++) {
        left[w] = (left[w] ?? 0) & ~(taken[w] ?? 0);
        inside[w] = (inside[w] ?? 0) & (taken[w] ?? 0);
      }
      this.#leave(left, meeting, found);
    }
  }
}

function mark(bits: Uint32Array, i: number): void {
  const word = Math.floor(i / wordBits);
  bits[word] = at(bits, word) | (1 << (i % wordBits));
}
