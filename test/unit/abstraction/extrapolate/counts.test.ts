import { expect, it } from '@jest/globals';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import type { ExtrapolationSetting } from '../../../support/abstraction/extrapolated.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('cupex');

function count(name: string, setting: ExtrapolationSetting): number {
  return extrapolate(requestFor(authorsProgram(folder, name, withFences), setting)).length;
}

describeOver(folder)('the numbers of predicates, bound 1 (needs $FENCEPOST_CORPUS)', () => {
  // The paper also counts the predicate for an overflow.
  it.each([
    ['dekker', 7, 20, 18],
    ['peterson', 7, 20, 18],
    ['abp', 8, 15, 17],
    ['szymanski', 20, 35, 37],
    ['queue', 7, 15, 16],
    ['bakery', 15, 36, 36],
    ['ticket', 11, 48, 48],
  ])('%s, counters: as in the paper', (name, underSc, underPso, underTso) => {
    const counters = { encoding: 'counters', bound: 1 } as const;
    expect({
      sc: count(name, { ...counters, rules: 'sc' }),
      pso: count(name, { ...counters, rules: 'pso' }) + 1,
      tso: count(name, { ...counters, rules: 'tso' }) + 1,
    }).toEqual({ sc: underSc, pso: underPso, tso: underTso });
  });

  // Counts and targets are control, and the entries of both models are the same here.
  it.each([
    ['dekker', 11],
    ['peterson', 11],
    ['abp', 10],
    ['szymanski', 30],
    ['queue', 12],
    ['bakery', 27],
    ['ticket', 39],
  ])('%s, shapes', (name, expected) => {
    const shapes = { encoding: 'shapes', bound: 1 } as const;
    expect(count(name, { ...shapes, rules: 'pso' })).toBe(expected);
    expect(count(name, { ...shapes, rules: 'tso' })).toBe(expected);
  });
});
