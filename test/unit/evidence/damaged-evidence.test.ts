import { describe, expect, it } from '@jest/globals';
import { tallyDamage } from '../../../tools/fuzz/damaged-evidence.js';

describe('damaged evidence', () => {
  it('is rejected with a reason, or says what is so all the same', async () => {
    const { byKind, complaints } = await tallyDamage(90, 5000, [
      ['samples/litmus/sb.fp', '--model', 'tso'],
      ['samples/litmus/sb-fenced.fp', '--model', 'pso'],
      ['samples/ltl/release.fp', '--model', 'tso', '--fairness', 'none'],
    ]);
    expect(complaints).toEqual([]);
    expect([...byKind.keys()].sort()).toEqual(['invariant', 'lasso', 'run']);
    for (const { tried, accepted } of byKind.values()) {
      expect(tried).toBeGreaterThan(20);
      expect(accepted).toBeLessThan(tried / 4);
    }
  });
});
