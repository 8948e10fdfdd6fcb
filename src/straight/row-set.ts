import { at } from '../support/invariant.js';

/** Different rows of so many words, numbered in the order in which they came. */
export class RowSet {
  #size = 0;
  #rows: Int32Array;
  /** Number of the row and 1, at its hash or behind; 0: free. At most half of it is in use. */
  #table = new Int32Array(firstRoom * 2);

  constructor(private readonly width: number) {
    this.#rows = new Int32Array(firstRoom * width);
  }

  get size(): number {
    return this.#size;
  }

  /** Puts a copy of the row behind the others, if it is none of them. */
  add(row: Int32Array): void {
    const slot = this.#slotOf(row, 0);
    if (this.#table[slot] !== 0) return;
    this.#table[slot] = this.#size + 1;
    this.#rows.set(row, this.#size * this.width);
    this.#size++;
    if (this.#size * 2 >= this.#table.length) this.#grow();
  }

  /** Copies the row of that number. */
  read(id: number, into: Int32Array): void {
    const begin = id * this.width;
    for (let i = 0; i < this.width; i++) into[i] = at(this.#rows, begin + i);
  }

  /** Where the words from `begin` on are, or belong. */
  #slotOf(words: Int32Array, begin: number): number {
    const mask = this.#table.length - 1;
    let slot = hash(words, begin, this.width) & mask;
    for (;;) {
      const known = at(this.#table, slot) - 1;
      if (known < 0 || this.#isRow(known, words, begin)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isRow(id: number, words: Int32Array, begin: number): boolean {
    const own = id * this.width;
    for (let i = 0; i < this.width; i++) if (this.#rows[own + i] !== words[begin + i]) return false;
    return true;
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#table = new Int32Array(this.#table.length * 2);
    for (let id = 0; id < this.#size; id++) this.#table[this.#slotOf(rows, id * this.width)] = id + 1;
  }
}

const firstRoom = 64;

/** Multiplies and adds (FNV), then mixes the upper bits in, which the mask would leave out. */
function hash(words: Int32Array, begin: number, width: number): number {
  let mixed = 0;
  for (let i = 0; i < width; i++) mixed = Math.imul(mixed ^ at(words, begin + i), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
