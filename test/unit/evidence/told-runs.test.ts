import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { compareTold } from '../../support/told/compare-told.js';

describe('what is told of random runs of generated programs', () => {
  it.each([tso, pso, tsoN(1)])('is right under $name', (model) => {
    const { complaints, folded, weak, unexplained } = compareTold(model, 14, 7);
    expect(complaints).toEqual([]);
    expect(folded).toBeGreaterThan(20);
    // Runs to what SC does not come to are what blame is for.
    expect(unexplained).toBeLessThanOrEqual(weak / 5);
  });
});
