import { at } from '../../../support/check.js';
import type { DualCell } from '../program.js';
import { Ints } from './ints.js';

/** What is known of memory while it is worked on: for each cell 0 (nothing) or its value plus 1. */
export type Known = Int32Array;

/**
 * What configurations know of memory, each knowledge stored once, in as many bits as it takes. A knowledge is below
 * another if the other knows the same and perhaps more.
 */
export class Memories {
  readonly #places: readonly { readonly word: number; readonly shift: number; readonly mask: number }[];
  readonly #width: number;
  readonly #packed = new Ints();
  readonly #masks = new Ints();
  readonly #numbers = new Map<number, number>();
  readonly #keys = new Map<string, number>();
  readonly #scratch: Int32Array;
  count = 0;

  constructor(cells: readonly DualCell[]) {
    const places: { word: number; shift: number; mask: number }[] = [];
    let [word, shift] = [0, 0];
    for (const { values } of cells) {
      const bits = 32 - Math.clz32(values.length);
      if (shift + bits > 31) [word, shift] = [word + 1, 0];
      places.push({ word, shift, mask: (1 << bits) - 1 });
      shift += bits;
    }
    this.#places = places;
    this.#width = word + 1;
    this.#scratch = new Int32Array(this.#width);
  }

  get bytes(): number {
    return this.#packed.bytes * 2 + this.count * 64;
  }

  intern(known: Known): number {
    const packed = this.#scratch.fill(0);
    for (const [cell, { word, shift }] of this.#places.entries()) {
      packed[word] = (packed[word] ?? 0) | ((known[cell] ?? 0) << shift);
    }
    if (this.#width === 1) return this.#known(this.#numbers, packed[0] ?? 0);
    if (this.#width === 2) {
      // 31 + 22 bits fit into the integers of a double.
      const high = packed[1] ?? 0;
      if (high < 1 << 21) return this.#known(this.#numbers, high * 2 ** 31 + (packed[0] ?? 0));
    }
    return this.#known(this.#keys, packed.join());
  }

  #known<K>(ids: Map<K, number>, key: K): number {
    const old = ids.get(key);
    if (old !== undefined) return old;
    const id = this.count++;
    ids.set(key, id);
    for (let w = 0; w < this.#width; w++) {
      const packed = this.#scratch[w] ?? 0;
      this.#packed.push(packed);
      let mask = 0;
      for (const place of this.#places) {
        if (place.word === w && ((packed >>> place.shift) & place.mask) !== 0) {
          mask |= place.mask << place.shift;
        }
      }
      this.#masks.push(mask);
    }
    return id;
  }

  load(id: number, known: Known): void {
    const first = id * this.#width;
    for (let cell = 0; cell < this.#places.length; cell++) {
      const { word, shift, mask } = at(this.#places, cell);
      known[cell] = (this.#packed.get(first + word) >>> shift) & mask;
    }
  }

  below(small: number, large: number): boolean {
    if (small === large) return true;
    for (let w = 0; w < this.#width; w++) {
      const [s, l] = [small * this.#width + w, large * this.#width + w];
      if (((this.#packed.get(s) ^ this.#packed.get(l)) & this.#masks.get(s)) !== 0) return false;
    }
    return true;
  }
}
