import { at } from '../../src/support/invariant.js';

/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.#next() * n);
  }

  /** lo to hi, both included. */
  between(lo: number, hi: number): number {
    return lo + this.below(hi - lo + 1);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return at(items, this.below(items.length));
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: readonly (readonly [K, number])[]): K {
    let left = this.#next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of weights) {
      left -= weight;
      if (left < 0) return key;
    }
    return at(weights, weights.length - 1)[0];
  }

  // Mulberry32.
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  }
}
