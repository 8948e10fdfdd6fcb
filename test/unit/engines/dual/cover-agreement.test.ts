import { describe, expect, it } from '@jest/globals';
import {
  addTallies,
  compareCover,
  families,
  noTally,
  smallestComplaint,
} from '../../../support/dual/agreement.js';

/** As many as take about a second. */
const programs = { acyclic: 250, long: 100, cyclic: 200, copies: 60, 'cyclic-copies': 60 };

describe('backward search and brute force agree', () => {
  it.each(Object.entries(families))('%s', async (name, family) => {
    const count = programs[name as keyof typeof programs];
    let tally = noTally;
    for (let seed = 1; seed <= count; seed++) tally = addTallies(tally, await compareCover(seed, family));
    const [first] = tally.complaints;
    expect(first === undefined ? '' : await smallestComplaint(first.question, family)).toBe('');
    expect(tally.stopped).toBe(0);
    expect(tally.reachable).toBeGreaterThan(0.3 * tally.questions);
    expect(tally.unreachable).toBeGreaterThan(0.15 * tally.questions);
    expect(tally.relaxed).toBeGreaterThan(0.005 * tally.questions);
  });
});
