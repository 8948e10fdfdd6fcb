import { describe, expect, test } from '@jest/globals';
import { bitwise } from '../../../../src/engines/shared/packed/bit-intervals.js';
import { contains, fromBigints, interval, point } from '../../../../src/engines/shared/packed/interval.js';
import { applyBits } from '../../../../src/ir/expr.js';
import type { BitOp } from '../../../../src/ir/expr.js';
import { Random } from '../../../support/random.js';

const operators: readonly BitOp[] = ['&', '|', '^', '<<', '>>'];

/** Whether the interval that was computed has the value that the operation really has. */
function holds(op: BitOp, result: ReturnType<typeof bitwise>, left: bigint, right: bigint): boolean {
  const value = applyBits(op, left, right);
  const { lo, hi } = fromBigints(value, value);
  return lo === hi ? contains(result, lo) : result.lo === -Infinity || result.hi === Infinity;
}

describe('the values of operations on bits', () => {
  test.each(operators)('all of %s of small numbers are in the interval', (op) => {
    const random = new Random(23);
    for (let n = 0; n < 200; n++) {
      const [a, b] = [random.between(-40, 40), random.between(-40, 40)];
      const [left, right] = [interval(a, a + random.below(9)), interval(b, b + random.below(9))];
      const result = bitwise(op, left, right);
      for (let x = left.lo; x <= left.hi; x++) {
        for (let y = right.lo; y <= right.hi; y++)
          expect([x, y, holds(op, result, BigInt(x), BigInt(y))]).toEqual([x, y, true]);
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
            expect([large, small, holds(op, bitwise(op, point(large), point(small)), left, right)]).toEqual([
              ...[large, small, true],
            ]);
          }
        }
      }
    }
  });
});
