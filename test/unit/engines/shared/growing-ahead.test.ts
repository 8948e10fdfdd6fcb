import { describe, expect, it } from '@jest/globals';
import { WordSet } from '../../../../src/abstraction/lazy/word-set.js';
import { OutOfSpace } from '../../../../src/engines/shared/state-store.js';

/** Enough for the table of 2^21 places to be filled anew. */
const enough = 1_400_000;

/** A number, mixed so that neighbours are not beside each other. */
const word = (n: number): Int32Array => Int32Array.of(Math.imul(n, 0x9e3779b1));

/** Adds the numbers; between pieces of the work the table may grow. */
function filled(set: WordSet, from: number, to: number, ahead: boolean): void {
  for (let n = from; n < to; n++) {
    set.add(word(n), n - 1);
    if (ahead && n % 50_000 === 0) set.store.growAhead();
  }
}

describe('a table of states that grows ahead of time', () => {
  it('has every state by the same number', () => {
    const set = new WordSet(1);
    filled(set, 0, enough, true);
    expect(set.store.table.length).toBeGreaterThan(2 ** 21);
    expect(set.count).toBe(enough);
    let wrong = 0;
    for (let n = 0; n < enough; n++) if (set.add(word(n), -1) !== n) wrong++;
    expect(wrong).toBe(0);
    expect(set.count).toBe(enough);
  });

  it('takes as many states as without, where there is no more room', () => {
    const most = (ahead: boolean): number => {
      const set = new WordSet(1, 27 * 2 ** 20);
      expect(() => filled(set, 0, 4 * enough, ahead)).toThrow(OutOfSpace);
      return set.count;
    };
    expect(most(true)).toBe(most(false));
  });
});
