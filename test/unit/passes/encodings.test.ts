import { describe, expect, it } from '@jest/globals';
import { tallyPasses } from '../../../tools/fuzz/passes.js';

describe('the encodings of store buffers', () => {
  // `npm run fuzz -- passes` does the same with 2,000 programs.
  it('reach what the plain semantics reaches, on 200 generated programs', () => {
    const { programs, counters, shapes, complaints } = tallyPasses(200, 1);
    expect(complaints).toEqual([]);
    expect(programs).toBe(200);
    for (const { compared, overflowed, replayed } of [counters, shapes]) {
      expect(compared).toBeGreaterThan(300);
      expect(overflowed).toBeGreaterThan(50);
      expect(compared - overflowed).toBeGreaterThan(100);
      expect(replayed).toBeGreaterThan(100);
    }
  }, 120_000);
});
