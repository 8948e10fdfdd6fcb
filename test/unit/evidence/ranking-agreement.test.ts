import { describe, expect, it } from '@jest/globals';
import { tallyRankings } from '../../../tools/fuzz/rankings.js';

describe('the checker of rankings', () => {
  it('accepts what is made for what holds of all fair runs, and nothing else', async () => {
    const { holding, violated, damaged, damagedAccepted, complaints } = await tallyRankings(25, 30_000);
    expect(complaints).toEqual([]);
    expect(holding).toBeGreaterThan(15);
    expect(violated).toBeGreaterThan(15);
    expect(damaged).toBeGreaterThan(500);
    expect(damagedAccepted).toBeLessThan(damaged / 4);
  });
});
