import { describe, expect, it } from '@jest/globals';
import { affineRelations } from '../../../../src/engines/quantified/affine-relations.js';
import { at } from '../../../../src/support/invariant.js';
import { Random } from '../../../support/random.js';

const value = (relation: readonly bigint[], row: readonly bigint[]): bigint =>
  relation.reduce((sum, factor, i) => sum + factor * at(row, i), 0n);

describe('affine relations', () => {
  it('are those of numbers that depend on each other', () => {
    // 1, a, b, a + 2 b + 3
    const rows = [
      [1n, 0n, 0n, 3n],
      [1n, 1n, 0n, 4n],
      [1n, 0n, 1n, 5n],
      [1n, 2n, 2n, 9n],
    ];
    expect(affineRelations(rows, 4)).toEqual([[-3n, -1n, -2n, 1n]]);
  });

  it('are none of independent columns, and all of no row', () => {
    expect(
      affineRelations(
        [
          [1n, 0n],
          [1n, 1n],
        ],
        2,
      ),
    ).toEqual([]);
    expect(affineRelations([], 2)).toEqual([
      [1n, 0n],
      [0n, 1n],
    ]);
  });

  it('hold in all rows, and are as many as columns without a pivot', () => {
    const random = new Random(1);
    for (let round = 0; round < 200; round++) {
      const columns = random.between(1, 5);
      const rows = Array.from({ length: random.between(1, 7) }, () =>
        Array.from({ length: columns }, () => BigInt(random.between(-3, 3))),
      );
      const relations = affineRelations(rows, columns);
      for (const relation of relations) {
        expect(relation.some((factor) => factor !== 0n)).toBe(true);
        expect(rows.map((row) => value(relation, row))).toEqual(rows.map(() => 0n));
      }
      const again = affineRelations(relations, columns);
      expect(again.length + relations.length).toBe(columns);
    }
  });
});
