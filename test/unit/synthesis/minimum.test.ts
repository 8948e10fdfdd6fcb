import { describe, expect, it } from '@jest/globals';
import { satisfies } from '../../../src/synthesis/clause.js';
import type { CandidateClause, CandidateSet } from '../../../src/synthesis/clause.js';
import { cheapestChoice } from '../../../src/synthesis/minimum.js';
import { numbersBelow } from '../../../src/support/lists.js';
import { smallestSize } from '../../support/synthesis/smallest-size.js';
import { Random } from '../../support/random.js';

/** Without pauses. */
function cheapest(...asked: Parameters<typeof cheapestChoice>): CandidateSet | null {
  const work = cheapestChoice(...asked);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

describe('the smallest set that satisfies clauses', () => {
  it('is as small as trying all sets finds, and satisfies them', () => {
    const sizes = new Map<number | null, number>();
    for (let seed = 0; seed < 800; seed++) {
      const { count, clauses } = generated(new Random(seed));
      const expected = smallestSize(count, clauses);
      const found = cheapest(
        numbersBelow(count).map(() => 1),
        clauses,
      );
      const broken = found === null ? [] : clauses.filter((clause) => !satisfies(found, clause));
      expect({ seed, size: found?.size ?? null, broken }).toEqual({ seed, size: expected, broken: [] });
      sizes.set(expected, (sizes.get(expected) ?? 0) + 1);
    }
    // The clauses are neither trivial nor all contradictory.
    for (const size of [null, 0, 1, 2, 3, 4]) expect(sizes.get(size) ?? 0).toBeGreaterThan(4);
  });

  it('is none where the clauses ask for more than is allowed', () => {
    const clauses = [
      { some: [0, 1], unless: [] },
      { some: [2], unless: [] },
    ];
    expect(cheapest([1, 1, 1], clauses, 1)).toBeNull();
    expect(cheapest([1, 1, 1], clauses, 2)?.size).toBe(2);
  });

  it('is found at once among thirty candidates', () => {
    const random = new Random(7);
    const clauses = Array.from({ length: 120 }, (): CandidateClause => ({
      some: several(random, 30, 5),
      unless: [],
    }));
    const found = cheapest(
      numbersBelow(30).map(() => 1),
      clauses,
    );
    expect(found?.size).toBe(smallestSize(30, clauses));
  });
});

describe('a long search for it', () => {
  it('has a pause every few milliseconds', () => {
    const random = new Random(7);
    const clauses = Array.from({ length: 300 }, () => ({ some: several(random, 100, 10), unless: [] }));
    const work = cheapestChoice(
      numbersBelow(100).map(() => 1),
      clauses,
    );
    const began = performance.now();
    for (let i = 0; i < 10; i++) expect(work.next().done).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

function generated(random: Random): { readonly count: number; readonly clauses: readonly CandidateClause[] } {
  const count = random.between(1, 9);
  const clauses = Array.from({ length: random.below(14) }, (): CandidateClause => {
    const some = several(random, count, random.below(4));
    return { some, unless: random.chance(0.3) ? several(random, count, random.below(3)) : [] };
  });
  return { count, clauses };
}

const several = (random: Random, count: number, most: number): readonly number[] => [
  ...new Set(Array.from({ length: most }, () => random.below(count))),
];
