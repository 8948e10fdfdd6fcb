import { describe, expect, it } from '@jest/globals';
import { leastPsoShare, leastTsoShare, tallyMemory } from '../../../tools/fuzz/memory.js';
import { casesOf } from '../../support/thorough.js';

describe('the memory models, executed twice', () => {
  const programs = casesOf(120, 60);

  it(`agree on ${programs} generated programs, of which enough tell the models apart`, async () => {
    const tally = await tallyMemory(programs, 50_000);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBe(programs);
    expect(tally.tsoAdds / tally.compared).toBeGreaterThanOrEqual(leastTsoShare);
    expect(tally.psoAdds / tally.compared).toBeGreaterThanOrEqual(leastPsoShare);
  });
});
