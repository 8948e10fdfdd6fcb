import { describe, expect, test } from '@jest/globals';
import { asDoubles, computedByDoubles } from '../../../../src/engines/shared/packed/doubles.js';
import { applyBits } from '../../../../src/lang/expr/expr.js';
import type { BitOp } from '../../../../src/lang/expr/expr.js';
import { includes, onlyMember, point } from '../../../../src/lang/expr/interval.js';
import type { Interval } from '../../../../src/lang/expr/interval.js';
import { Random } from '../../../support/random.js';

const operators: readonly BitOp[] = ['&', '|', '^', '<<', '>>'];

/** Whether the interval that was computed has the value that the operation really has. */
function holds(op: BitOp, result: Interval, left: bigint, right: bigint): boolean {
  const value = onlyMember(asDoubles(point(applyBits(op, left, right))));
  return value === null ? result.lo === null || result.hi === null : includes(result, value);
}

describe('the values of operations on bits', () => {
  test.each(operators)('all of %s of small numbers are in the interval', (op) => {
    const random = new Random(23);
    for (let n = 0; n < 200; n++) {
      const [a, b] = [random.between(-40, 40), random.between(-40, 40)];
      const left = { lo: BigInt(a), hi: BigInt(a + random.below(9)) };
      const right = { lo: BigInt(b), hi: BigInt(b + random.below(9)) };
      const result = computedByDoubles(op, left, right);
      for (let x = left.lo; x <= left.hi; x++) {
        for (let y = right.lo; y <= right.hi; y++)
          expect([x, y, holds(op, result, x, y)]).toEqual([x, y, true]);
      }
    }
  });

  test.each(operators)('those of %s next to powers of two are, too', (op) => {
    for (let power = 30; power <= 52; power++) {
      for (const near of [-1, 0, 1]) {
        for (const sign of [-1, 1]) {
          const large = sign * (2 ** power + near);
          for (const small of [-1, 0, 1, 3, 31]) {
            const [left, right] = [BigInt(large), BigInt(small)];
            expect([
              large,
              small,
              holds(op, computedByDoubles(op, point(left), point(right)), left, right),
            ]).toEqual([...[large, small, true]]);
          }
        }
      }
    }
  });
});
