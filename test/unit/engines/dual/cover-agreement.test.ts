import { describe, expect, it } from '@jest/globals';
import {
  addTallies,
  compareCover,
  families,
  noTally,
  smallestComplaint,
} from '../../../support/dual/agreement.js';

describe('backward search and brute force agree', () => {
  // At least that share of the questions is not reachable.
  it.each([
    ['acyclic programs', 150, families.acyclic, 0.1],
    ['longer programs', 100, families.long, 0.1],
    ['programs with loops', 150, families.cyclic, 0.1],
    ['any number of processes', 30, families.copies, 0.1],
    ['any number of processes with loops', 60, families['cyclic-copies'], 0.1],
    ['over store buffers of PSO: acyclic programs', 40, families['acyclic-pso'], 0.05],
    ['over store buffers of PSO: longer programs', 40, families['long-pso'], 0.05],
    ['over store buffers of PSO: programs with loops', 60, families['cyclic-pso'], 0.05],
    [
      'over store buffers of PSO: any number of processes with loops',
      30,
      families['cyclic-copies-pso'],
      0.05,
    ],
  ])('%s', async (_name, programs, family, unreachable) => {
    let tally = noTally;
    for (let seed = 1; seed <= programs; seed++) tally = addTallies(tally, await compareCover(seed, family));
    const [first] = tally.complaints;
    expect(first === undefined ? '' : await smallestComplaint(first.question, family)).toBe('');
    expect(tally.stopped).toBe(0);
    expect(tally.reachable).toBeGreaterThan(0.3 * tally.questions);
    expect(tally.unreachable).toBeGreaterThan(unreachable * tally.questions);
    expect(tally.relaxed).toBeGreaterThan(0.005 * tally.questions);
  });
});
