import { roomFor } from '../bits.js';
import type { Mask } from '../bits.js';

/** Cubes over the predicates, each enough for an answer that was once given by the solver. */
export class Lemmas {
  #cubes = new Int32Array(0);
  #count = 0;

  constructor(private readonly words: number) {}

  /** Predicates by number, negated ones by the complement of the number. */
  add(cube: Iterable<number>): void {
    const { words } = this;
    const base = 2 * words * this.#count++;
    this.#cubes = roomFor(this.#cubes, base + 2 * words);
    for (const literal of cube) {
      const p = literal < 0 ? ~literal : literal;
      const w = base + (literal < 0 ? words : 0) + (p >>> 5);
      this.#cubes[w] = (this.#cubes[w] ?? 0) | (1 << (p & 31));
    }
  }

  /** Whether one of the cubes is part of what is known to be true and known to be false. */
  apply(isTrue: Mask, isFalse: Mask): boolean {
    const { words } = this;
    const cubes = this.#cubes;
    const end = 2 * words * this.#count;
    cube: for (let base = 0; base < end; base += 2 * words) {
      for (let w = 0; w < words; w++) {
        if (((cubes[base + w] ?? 0) & ~(isTrue[w] ?? 0)) !== 0) continue cube;
        if (((cubes[base + words + w] ?? 0) & ~(isFalse[w] ?? 0)) !== 0) continue cube;
      }
      return true;
    }
    return false;
  }
}
