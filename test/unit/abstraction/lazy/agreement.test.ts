import { describe, expect, it } from '@jest/globals';
import type { BufferSpec } from '../../../../src/memory/bound.js';
import { isTemporal } from '../../../../src/lang/program/program.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { Random, generateProgram, memoryOptions } from '../../../support/generate/generate-program.js';
import {
  allValues,
  compareLazy,
  noLazyCounts,
  somePredicates,
} from '../../../support/abstraction/lazy-agreement.js';

const settings: readonly BufferSpec[] = [
  { model: sc, bound: { all: 1 } },
  { model: tso, bound: { all: 1 } },
  { model: pso, bound: { all: 2 } },
];
const seeds = Array.from({ length: 30 }, (_, i) => 1000 + i);

function generated(seed: number): Program {
  const program = generateProgram(new Random(seed), { ...memoryOptions, statements: 5, properties: true });
  return { ...program, properties: program.properties.filter((p) => !isTemporal(p)) };
}

describe('the lazy method on generated finite programs, against the plain semantics of their encoding', () => {
  it('gives the same verdicts where the predicates determine the state', async () => {
    const counts = noLazyCounts();
    for (const seed of seeds) {
      for (const buffers of settings) {
        await compareLazy(generated(seed), buffers, (c) => allValues(c, -1n, 4n), true, counts);
      }
    }
    expect(counts.complaints).toEqual([]);
    expect(Math.min(counts.safe, counts.unsafe)).toBeGreaterThan(20);
  });

  it('never calls safe what is not, whatever the predicates are', async () => {
    const counts = noLazyCounts();
    for (const seed of seeds) {
      for (const buffers of settings) {
        const choose = (c: Parameters<typeof somePredicates>[0]): ReturnType<typeof somePredicates> =>
          somePredicates(c, new Random(seed), 4);
        await compareLazy(generated(seed), buffers, choose, false, counts);
      }
    }
    expect(counts.complaints).toEqual([]);
    expect(Math.min(counts.safe, counts.unsafe, counts.unknown)).toBeGreaterThan(5);
    expect(counts.missed).toBe(0);
  });

  it('does so with buffers as counters', async () => {
    const counts = noLazyCounts();
    for (const seed of seeds.slice(0, 8)) {
      for (const buffers of settings) {
        await compareLazy(generated(seed), buffers, (c) => allValues(c, -1n, 4n), true, counts, 'counters');
      }
    }
    expect(counts.complaints).toEqual([]);
  });
});
