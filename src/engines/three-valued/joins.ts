import { at } from '../../support/invariant.js';
import type { StateStore } from '../shared/state-store.js';
import type { Module } from './code/module.js';
import type { ValuationLayout } from './valuation-layout.js';

/**
 * Under `merge`: one state for each combination of locations, the join of all that came there. The store only grows: a join
 * that is larger than what it joins is a new state, and the old one needs no expanding any more.
 */
export class Joins {
  /** By the counters. */
  readonly #newest = new Map<string, number>();

  constructor(
    private readonly layout: ValuationLayout,
    private readonly states: StateStore,
    private readonly module: Module,
  ) {}

  /** Makes the state at S[q] the join of itself and the newest one at the same locations. It is added next. */
  join(P: Int32Array, S: Int32Array, q: number): void {
    const key = P.join();
    const known = this.#newest.get(key);
    this.module.sync();
    if (known === undefined) {
      this.#newest.set(key, this.states.count);
      return;
    }
    const { storedWords, frameWords } = this.layout;
    const words = this.states.wordsOf(known);
    let isLarger = false;
    for (let w = 0; w < 2 * storedWords; w++) {
      const i = q + (w < storedWords ? w : frameWords + w - storedWords);
      const old = at(words, P.length + w);
      const joined = at(S, i) & old;
      if (joined !== old) isLarger = true;
      S[i] = joined;
    }
    if (isLarger) this.#newest.set(key, this.states.count);
  }

  /** A larger state at the same locations has come since. */
  isSuperseded(id: number, P: Int32Array): boolean {
    return this.#newest.get(P.join()) !== id;
  }
}
