import { describe, expect, it } from '@jest/globals';
import { leastPsoShare, leastTsoShare, tallyMemory } from '../../../tools/fuzz/memory.js';

describe('the memory models, executed twice', () => {
  it('agree on 120 generated programs, of which enough tell the models apart', async () => {
    const tally = await tallyMemory(120, 50_000);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBe(120);
    expect(tally.tsoAdds / tally.compared).toBeGreaterThanOrEqual(leastTsoShare);
    expect(tally.psoAdds / tally.compared).toBeGreaterThanOrEqual(leastPsoShare);
  });
});
