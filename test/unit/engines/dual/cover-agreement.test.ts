import { describe, expect, it } from '@jest/globals';
import {
  addTallies,
  compareCover,
  families,
  noTally,
  smallestComplaint,
} from '../../../support/dual/agreement.js';

describe('backward search and brute force agree', () => {
  it.each([
    ['acyclic programs', 150, families.acyclic],
    ['longer programs', 100, families.long],
    ['programs with loops', 150, families.cyclic],
    ['any number of processes', 30, families.copies],
    ['any number of processes with loops', 60, families['cyclic-copies']],
  ])('%s', async (_name, programs, family) => {
    let tally = noTally;
    for (let seed = 1; seed <= programs; seed++) tally = addTallies(tally, await compareCover(seed, family));
    const [first] = tally.complaints;
    expect(first === undefined ? '' : await smallestComplaint(first.question, family)).toBe('');
    expect(tally.stopped).toBe(0);
    expect(tally.reachable).toBeGreaterThan(0.3 * tally.questions);
    expect(tally.unreachable).toBeGreaterThan(0.1 * tally.questions);
    expect(tally.relaxed).toBeGreaterThan(0.005 * tally.questions);
  });

  it.each([
    ['acyclic programs', 40, families['acyclic-pso']],
    ['longer programs', 40, families['long-pso']],
    ['programs with loops', 60, families['cyclic-pso']],
    ['any number of processes with loops', 30, families['cyclic-copies-pso']],
  ])('over store buffers of PSO: %s', async (_name, programs, family) => {
    let tally = noTally;
    for (let seed = 1; seed <= programs; seed++) tally = addTallies(tally, await compareCover(seed, family));
    const [first] = tally.complaints;
    expect(first === undefined ? '' : await smallestComplaint(first.question, family)).toBe('');
    expect(tally.stopped).toBe(0);
    expect(tally.reachable).toBeGreaterThan(0.3 * tally.questions);
    expect(tally.unreachable).toBeGreaterThan(0.05 * tally.questions);
    expect(tally.relaxed).toBeGreaterThan(0.005 * tally.questions);
  });
});
