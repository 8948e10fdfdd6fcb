import type { CoverPart, StateBox, WaitingWrites } from '../../../lang/run/state-cover.js';
import { at } from '../../../support/invariant.js';
import { distinctRows, mergedBoxes } from './merge-rows.js';
import type { BoxRows } from './merge-rows.js';
import type { NumberSets } from './number-sets.js';

/** What states are at some of the coordinates of a box, row by row. */
export class StateTable {
  #part: CoverPart | null = null;

  private constructor(
    private readonly rows: BoxRows,
    private readonly sets: NumberSets,
    /** Of a box. */
    private readonly width: number,
    /** By columns. */
    readonly coordinates: readonly number[],
    readonly waiting: readonly WaitingWrites[],
  ) {}

  static ofStates(rows: BoxRows, sets: NumberSets, waiting: readonly WaitingWrites[]): StateTable {
    const coordinates = Array.from({ length: rows.width }, (_, c) => c);
    return new StateTable(rows, sets, rows.width, coordinates, waiting);
  }

  /** What they are at these coordinates, which are among those of the table; merged along the first of them first. */
  over(coordinates: readonly number[], watch: () => void): StateTable {
    const { rows, count, width } = this.rows;
    const columns = coordinates.map((c) => this.coordinates.indexOf(c));
    const own = new Int32Array(count * columns.length);
    for (let row = 0, to = 0; row < count; row++) {
      watch();
      for (const column of columns) own[to++] = rows[row * width + column] ?? 0;
    }
    const distinct = distinctRows({ width: columns.length, rows: own, count }, watch);
    return new StateTable(distinct, this.sets, this.width, coordinates, this.waiting);
  }

  /** Of these rows. */
  only(numbers: readonly number[]): StateTable {
    const { rows, width } = this.rows;
    const own = new Int32Array(numbers.length * width);
    for (const [i, row] of numbers.entries())
      own.set(rows.subarray(row * width, (row + 1) * width), i * width);
    const kept = { width, rows: own, count: numbers.length };
    return new StateTable(kept, this.sets, this.width, this.coordinates, this.waiting);
  }

  /** With more states; `waiting` is for their numbers too. */
  with(boxes: CoverPart, waiting: readonly WaitingWrites[], watch: () => void): StateTable {
    const { rows, count, width } = this.rows;
    const more = new Int32Array((count + boxes.length) * width);
    more.set(rows.subarray(0, count * width));
    let to = count * width;
    for (const box of boxes) {
      watch();
      for (const c of this.coordinates) more[to++] = this.sets.of(at(box, c)?.map(Number) ?? null);
    }
    const all = distinctRows({ width, rows: more, count: count + boxes.length }, watch);
    return new StateTable(all, this.sets, this.width, this.coordinates, waiting);
  }

  /** Few boxes with all that is in the table. */
  part(watch: () => void): CoverPart {
    this.#part ??= this.#merged(watch);
    return this.#part;
  }

  #merged(watch: () => void): CoverPart {
    const columns = this.coordinates.map((_, i) => i);
    const { rows, count, width } = mergedBoxes(this.rows, this.sets, columns, watch);
    const nothing: StateBox = Array.from({ length: this.width }, () => null);
    return Array.from({ length: count }, (_, row) => {
      watch();
      const box = [...nothing];
      for (const [i, c] of this.coordinates.entries())
        box[c] = this.sets.membersOf(at(rows, row * width + i))?.map(BigInt) ?? null;
      return box;
    });
  }
}
