import { roomFor } from '../bits.js';
import type { Mask } from '../bits.js';
import type { Matter, PredicateTransformer } from './transformer.js';
import { WordSet } from './word-set.js';
import type { Valuation } from './vocabulary.js';

const enabled = 1;
const disabled = 2;

/** What is known after steps: one answer for all valuations that agree on what matters to the step. */
export class Answers {
  readonly #entries: WordSet;
  readonly #key: Int32Array;
  #states = new Uint8Array(256);
  /** By entry: which predicates were asked about, which are true, which are false. */
  #planes = new Int32Array(0);

  constructor(private readonly words: number) {
    this.#entries = new WordSet(1 + 2 * words);
    this.#key = new Int32Array(1 + 2 * words);
  }

  get bytes(): number {
    return this.#entries.store.bytes + this.#planes.byteLength + this.#states.byteLength;
  }

  /** The number of the answer. */
  entry(step: PredicateTransformer, { cone }: Matter, { isTrue }: Valuation): number {
    const key = this.#key;
    const { words } = this;
    key[0] = step.id;
    for (let w = 0; w < words; w++) {
      const mask = cone[w] ?? 0;
      key[1 + w] = mask;
      key[1 + words + w] = mask & (isTrue[w] ?? 0);
    }
    const id = this.#entries.add(key, -1);
    if (this.#entries.fresh) this.#makeRoom(id);
    return id;
  }

  #makeRoom(id: number): void {
    if (id >= this.#states.length) {
      const longer = new Uint8Array(2 * this.#states.length);
      longer.set(this.#states);
      this.#states = longer;
    }
    this.#planes = roomFor(this.#planes, 3 * this.words * (id + 1));
  }

  /** Whether the answer says all about the predicates of interest. */
  isReady(entry: number, { asked }: Matter, interest: Mask): boolean {
    const state = this.#states[entry];
    if (state !== enabled) return state === disabled;
    const planes = this.#planes;
    const base = 3 * this.words * entry;
    for (let w = 0; w < asked.length; w++) {
      if (((asked[w] ?? 0) & (interest[w] ?? 0) & ~(planes[base + w] ?? 0)) !== 0) return false;
    }
    return true;
  }

  isEnabled(entry: number): boolean {
    return this.#states[entry] === enabled;
  }

  isDisabled(entry: number): boolean {
    return this.#states[entry] === disabled;
  }

  enable(entry: number, value: boolean): void {
    this.#states[entry] = value ? enabled : disabled;
  }

  /** The predicates that have been asked about. */
  answered(entry: number, word: number): number {
    return this.#planes[3 * this.words * entry + word] ?? 0;
  }

  /** What the predicate is after the step; null: not known. */
  settle(entry: number, predicate: number, value: boolean | null): void {
    const planes = this.#planes;
    const bit = 1 << (predicate & 31);
    const w = 3 * this.words * entry + (predicate >>> 5);
    planes[w] = (planes[w] ?? 0) | bit;
    if (value === null) return;
    const plane = w + (value ? this.words : 2 * this.words);
    planes[plane] = (planes[plane] ?? 0) | bit;
  }

  /** What is known after the step of the predicates of interest. */
  apply(
    step: PredicateTransformer,
    entry: number,
    before: Valuation,
    interest: Mask,
    after: Valuation,
  ): void {
    const { words } = this;
    const planes = this.#planes;
    const base = 3 * words * entry;
    for (let w = 0; w < words; w++) {
      const kept = ~(step.affected[w] ?? 0);
      const wanted = interest[w] ?? 0;
      after.isTrue[w] = (((before.isTrue[w] ?? 0) & kept) | (planes[base + words + w] ?? 0)) & wanted;
      after.isFalse[w] = (((before.isFalse[w] ?? 0) & kept) | (planes[base + 2 * words + w] ?? 0)) & wanted;
    }
  }
}
