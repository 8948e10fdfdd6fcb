import { describe, expect, it } from '@jest/globals';
import { isTelling, tallyLtl } from '../../../../tools/fuzz/ltl.js';

describe('the engine for temporal properties', () => {
  it('agrees with a search that shares nothing with it', async () => {
    const tally = await tallyLtl(25, 20_000);
    expect(tally.complaints).toEqual([]);
    expect(isTelling(tally)).toBe(true);
  });
});
