import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../../src/memory/pso.js';
import { addBounds, compareBounds, noBounds } from '../../../support/dual/bounds-agreement.js';
import { dualProgram } from '../../../support/dual/programs.js';

describe('PSO with buffers of any length', () => {
  it('is never safe where buffers of 1 to 4 stores are not', async () => {
    let tally = noBounds;
    for (let seed = 20_000; seed < 20_120; seed++) {
      const compared = await compareBounds(dualProgram(seed), pso);
      const complaints = compared.complaints.map((text) => `seed ${seed}: ${text}`);
      tally = addBounds(tally, { ...compared, complaints });
    }
    expect(tally.complaints).toEqual([]);
    expect(tally.programs).toBeGreaterThan(110);
    expect(tally.safe).toBeGreaterThan(200);
    expect(tally.unsafe).toBeGreaterThan(100);
    expect(tally.shown.filter((bound) => bound > 1).length).toBeGreaterThan(0);
    expect(tally.open.length).toBeLessThan(20);
  }, 120_000);
});
