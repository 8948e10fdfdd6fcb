import { describe, expect, it } from '@jest/globals';
import { tallySymmetry } from '../../../../tools/fuzz/symmetry.js';

const programs = Number(process.env['SYMMETRY_PROGRAMS'] ?? 80);
const start = Number(process.env['SYMMETRY_START'] ?? 5000);

describe('the engines with symmetry', () => {
  it('decide as they do without, with runs that replay, and visit at least a state of each orbit', async () => {
    const tally = await tallySymmetry(programs, start);
    expect(tally.complaints).toEqual([]);
    expect(tally.grouped).toBeGreaterThan(programs / 2);
    expect(tally.told).toBeGreaterThan(programs / 20);
    expect(tally.counted.settled).toBeGreaterThanOrEqual(tally.counted.orbits);
    expect(tally.counted.settled).toBeLessThan(1.25 * tally.counted.orbits);
    expect(tally.counted.settled).toBeLessThan(0.7 * tally.counted.all);
  });
});
