import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BinaryOp } from '../../../src/ir/expr.js';
import {
  clipped,
  contains,
  decided,
  empty,
  everything,
  hull,
  includes,
  isEmpty,
  meet,
  narrowed,
  nearest,
  operated,
  point,
  widened,
} from '../../../src/ir/interval.js';
import type { Interval } from '../../../src/ir/interval.js';
import { holdsBetween, isCompareOp } from '../../../src/ir/operators.js';
import type { CompareOp } from '../../../src/ir/operators.js';
import { applyBinary } from '../../../src/logic/eval.js';

const comparisons: readonly CompareOp[] = ['==', '!=', '<', '<=', '>', '>='];
const onIntegers: readonly BinaryOp[] = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', ...comparisons];

const integers = (lo: bigint, hi: bigint): readonly bigint[] =>
  Array.from({ length: Number(hi - lo) + 1 }, (_, i) => lo + BigInt(i));

/** With no end, too; the integers within reach stand for all. */
const reach = 4n;
const ends = [null, ...integers(-reach, reach)];
const small = ends.flatMap((lo) => ends.map((hi) => ({ lo, hi })).filter((interval) => !isEmpty(interval)));
const membersOf = (interval: Interval): readonly bigint[] =>
  integers(-reach, reach).filter((n) => includes(interval, n));

const resultOf = (op: BinaryOp, a: bigint, b: bigint): bigint | null => {
  const result = applyBinary(op, a, b);
  return typeof result === 'bigint' ? result : null;
};

describe('every result of an operation lies within', () => {
  test.each(onIntegers)('%s, of all small intervals', (op) => {
    for (const a of small) {
      for (const b of small) {
        const results = operated(op, a, b);
        for (const x of membersOf(a)) {
          for (const y of membersOf(b)) {
            const result = resultOf(op, x, y);
            if (result !== null && !includes(results, result))
              throw new Error(`${x} ${op} ${y} of ${text(a)} and ${text(b)} is not in ${text(results)}`);
          }
        }
      }
    }
  });

  test.each(['&&', '||', '->'] satisfies BinaryOp[])('%s, of truth values', (op) => {
    const truths: readonly Interval[] = [point(0n), point(1n), { lo: 0n, hi: 1n }];
    for (const a of truths) {
      for (const b of truths) {
        const all = membersOf(a).flatMap((x) => membersOf(b).map((y) => truthOf(op, x, y)));
        expect(operated(op, a, b)).toEqual(all.map(point).reduce<Interval>(hull, empty));
      }
    }
  });

  test('of large intervals with random members', () => {
    const withMember = fc
      .tuple(fc.bigInt(-(2n ** 66n), 2n ** 66n), ends66, ends66)
      .map(([n, below, above]) => ({
        n,
        interval: { lo: below === null ? null : n - below, hi: above === null ? null : n + above },
      }));
    fc.assert(
      fc.property(fc.constantFrom(...onIntegers), withMember, withMember, (op, a, b) => {
        const result = resultOf(op, a.n, b.n);
        return result === null || includes(operated(op, a.interval, b.interval), result);
      }),
      { numRuns: 5000 },
    );
  });
});

const ends66 = fc.option(fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 2n ** 66n)));

test.each(['+', '-', '*', '/', '>>', '<<'] satisfies BinaryOp[])('%s has no smaller interval', (op) => {
  const bounded = small.filter(({ lo, hi }) => lo !== null && hi !== null);
  for (const a of bounded) {
    for (const b of bounded) {
      if ((op === '<<' || op === '>>') && (b.lo ?? -1n) < 0n) continue;
      const results = membersOf(a)
        .flatMap((x) => membersOf(b).map((y) => resultOf(op, x, y)))
        .flatMap((n) => (n === null ? [] : [point(n)]));
      expect(operated(op, a, b)).toEqual(results.reduce<Interval>(hull, empty));
    }
  }
});

test('what comes of nothing is nothing', () => {
  for (const op of onIntegers) {
    expect(isEmpty(operated(op, empty, everything))).toBe(true);
    expect(isEmpty(operated(op, everything, empty))).toBe(true);
  }
  expect(isEmpty(operated('/', everything, point(0n)))).toBe(true);
  expect(isEmpty(operated('%', everything, point(0n)))).toBe(true);
});

test('meet, hull and contains are those of sets', () => {
  for (const a of small) {
    for (const b of small) {
      const [inA, inB] = [membersOf(a), membersOf(b)];
      expect(membersOf(meet(a, b))).toEqual(inA.filter((n) => inB.includes(n)));
      for (const n of [...inA, ...inB]) expect(includes(hull(a, b), n)).toBe(true);
      expect(contains(hull(a, b), a) && contains(a, meet(a, b))).toBe(true);
      if (contains(a, b)) expect(inB.every((n) => inA.includes(n))).toBe(true);
      else expect(meet(a, b)).not.toEqual(b);
    }
  }
});

test('comparisons are decided, and narrow, as they hold', () => {
  for (const op of comparisons.filter(isCompareOp)) {
    for (const a of small) {
      for (const b of small) {
        const outcomes = membersOf(a).map((x) => membersOf(b).map((y) => holdsBetween(op, x, y)));
        const known = decided(op, a, b);
        if (known !== null) expect(outcomes.flat().every((holds) => holds === known)).toBe(true);
        const narrow = narrowed(a, op, b);
        membersOf(a).forEach((x, i) => {
          if (outcomes[i]?.includes(true) === true) expect(includes(narrow, x)).toBe(true);
        });
        expect(contains(a, narrow)).toBe(true);
      }
    }
  }
});

test('an end that moves is taken away, once and for all', () => {
  for (const old of small) {
    for (const more of small) {
      const wide = widened(old, hull(old, more));
      expect(contains(wide, hull(old, more))).toBe(true);
      for (const end of ['lo', 'hi'] as const) expect([old[end], null]).toContain(wide[end]);
    }
  }
});

test('what is clipped is within the limits, and never empty', () => {
  const limits = { lo: -2n, hi: 2n };
  for (const values of small) {
    const within = clipped(values, limits);
    expect(contains(limits, within) && !isEmpty(within)).toBe(true);
    for (const n of membersOf(meet(values, limits))) expect(includes(within, n)).toBe(true);
  }
  expect(clipped(empty, limits)).toEqual(limits);
});

test('the nearest member', () => {
  for (const interval of small) {
    for (const n of integers(-reach, reach)) {
      const near = nearest(n, interval);
      expect(includes(interval, near)).toBe(true);
      for (const other of membersOf(interval))
        expect(distance(other, n)).toBeGreaterThanOrEqual(distance(near, n));
    }
  }
});

const distance = (a: bigint, b: bigint): number => Math.abs(Number(a - b));
const text = ({ lo, hi }: Interval): string => `[${lo ?? '-'}, ${hi ?? '-'}]`;

function truthOf(op: '&&' | '||' | '->', x: bigint, y: bigint): bigint {
  const holds =
    op === '&&' ? x === 1n && y === 1n : op === '||' ? x === 1n || y === 1n : x === 0n || y === 1n;
  return holds ? 1n : 0n;
}
