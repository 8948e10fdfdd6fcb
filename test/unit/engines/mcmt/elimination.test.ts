import { describe, expect, test } from '@jest/globals';
import { feasible, Inequalities } from '../../../../src/engines/mcmt/cubes/elimination.js';
import { Random } from '../../../support/random.js';

interface Inequality {
  readonly factors: readonly number[];
  readonly limit: number;
  readonly strict: boolean;
}

const rowsOf = (inequalities: readonly Inequality[], isInteger: readonly boolean[]): Inequalities => {
  const rows = new Inequalities(isInteger, inequalities.length);
  for (const { factors, limit, strict } of inequalities) {
    const row = rows.push(limit, strict);
    factors.forEach((factor, column) => {
      rows.add(row, column, factor);
    });
  }
  return rows;
};

const grid = (step: number): readonly number[] =>
  Array.from({ length: 8 / step + 1 }, (_, i) => -4 + i * step);

/** Whether values from the grid satisfy all of them. */
const solvable = (inequalities: readonly Inequality[], step: number): boolean =>
  grid(step).some((x) =>
    grid(step).some((y) =>
      grid(step).some((z) =>
        inequalities.every(({ factors: [a = 0, b = 0, c = 0], limit, strict }) => {
          const left = a * x + b * y + c * z;
          return strict ? left < limit : left <= limit;
        }),
      ),
    ),
  );

const box: readonly Inequality[] = [0, 1, 2].flatMap((column) =>
  [1, -1].map((sign) => ({
    factors: [0, 1, 2].map((i) => (i === column ? sign : 0)),
    limit: 4,
    strict: false,
  })),
);

describe('elimination of numbers', () => {
  test('what has a solution is never called impossible', () => {
    const random = new Random(4711);
    let [yes, no] = [0, 0];
    for (let n = 0; n < 400; n++) {
      const inequalities = Array.from({ length: random.between(2, 7) }, () => ({
        factors: [0, 1, 2].map(() => random.between(-2, 2)),
        limit: random.between(-5, 3),
        strict: random.between(0, 1) === 1,
      }));
      const isInteger = random.between(0, 1) === 1;
      const answer = feasible(
        rowsOf(
          inequalities,
          [0, 1, 2].map(() => isInteger),
        ),
      );
      const possible = answer !== 'no';
      if (possible) yes++;
      else no++;
      expect(possible || !solvable(inequalities, isInteger ? 1 : 0.5)).toBe(true);
    }
    expect(Math.min(yes, no)).toBeGreaterThan(40);
  });

  test('differences of integers are decided exactly', () => {
    const random = new Random(99);
    let [yes, no] = [0, 0];
    for (let n = 0; n < 300; n++) {
      const differences = Array.from({ length: random.between(2, 6) }, (): Inequality => {
        const up = random.between(0, 2);
        const down = (up + random.between(1, 2)) % 3;
        return {
          factors: [0, 1, 2].map((i) => (i === up ? 1 : i === down ? -1 : 0)),
          limit: random.between(-3, 2),
          strict: random.between(0, 1) === 1,
        };
      });
      const all = [...differences, ...box];
      const answer = feasible(rowsOf(all, [true, true, true]));
      const possible = answer === 'yes';
      expect(answer).toBe(solvable(all, 1) ? 'yes' : 'no');
      if (possible) yes++;
      else no++;
    }
    expect(Math.min(yes, no)).toBeGreaterThan(40);
  });

  test('"yes" and "no" are right for integers with any factors', () => {
    const random = new Random(12);
    const counts = { yes: 0, no: 0, perhaps: 0 };
    for (let n = 0; n < 300; n++) {
      const inequalities = Array.from({ length: random.between(1, 4) }, () => ({
        factors: [0, 1, 2].map(() => random.between(-3, 3)),
        limit: random.between(-9, 3),
        strict: false,
      }));
      const all = [...inequalities, ...box];
      const answer = feasible(rowsOf(all, [true, true, true]));
      counts[answer]++;
      expect(answer).not.toBe(solvable(all, 1) ? 'no' : 'yes');
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(10);
  });

  test('numbers beyond what doubles hold exactly count as possible', () => {
    const big = 2 ** 52;
    const rows = [
      { factors: [big, 1], limit: 0, strict: false },
      { factors: [-big, -1], limit: -1, strict: false },
    ];
    expect(feasible(rowsOf(rows, [false, false]))).toBe('perhaps');
    expect(
      feasible(
        rowsOf(
          [
            { factors: [1], limit: 0, strict: false },
            { factors: [-1], limit: -1, strict: false },
          ],
          [false],
        ),
      ),
    ).toBe('no');
  });
});
