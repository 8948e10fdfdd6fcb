import { describe, expect, it } from '@jest/globals';
import { tallyPasses } from '../../../tools/fuzz/passes.js';

describe('the encodings of store buffers', () => {
  // `npm run fuzz -- passes` does the same with 2,000 programs.
  it('reach what the plain semantics reaches, on 120 generated programs', () => {
    const { programs, counters, shapes, complaints } = tallyPasses(120, 1);
    expect(complaints).toEqual([]);
    expect(programs).toBe(120);
    for (const { compared, overflowed, replayed } of [counters, shapes]) {
      expect(compared).toBeGreaterThan(180);
      expect(overflowed).toBeGreaterThan(20);
      expect(compared - overflowed).toBeGreaterThan(60);
      expect(replayed).toBeGreaterThan(60);
    }
  });
});
