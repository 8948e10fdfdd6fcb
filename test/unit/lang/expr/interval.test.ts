import { describe, expect, test } from '@jest/globals';
import { assert, bigInt, constantFrom, oneof, option, property, tuple } from 'fast-check';
import type { BinaryOp } from '../../../../src/lang/expr/expr.js';
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
} from '../../../../src/lang/expr/interval.js';
import type { Interval } from '../../../../src/lang/expr/interval.js';
import { holdsBetween } from '../../../../src/lang/expr/operators.js';
import type { CompareOp } from '../../../../src/lang/expr/operators.js';
import { applyBinary } from '../../../../src/lang/expr/eval.js';

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
    const wrong: string[] = [];
    for (const a of small) {
      for (const b of small) {
        const results = operated(op, a, b);
        for (const x of membersOf(a)) {
          for (const y of membersOf(b)) {
            const result = resultOf(op, x, y);
            if (result !== null && !includes(results, result))
              wrong.push(`${x} ${op} ${y} of ${text(a)} and ${text(b)} is not in ${text(results)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
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

  test('&&, || and ->, of truth values whose right side has no value', () => {
    const [no, yes, either] = [point(0n), point(1n), { lo: 0n, hi: 1n }];
    expect([no, yes, either].map((a) => operated('&&', a, empty))).toEqual([no, empty, no]);
    expect([no, yes, either].map((a) => operated('||', a, empty))).toEqual([empty, yes, yes]);
    expect([no, yes, either].map((a) => operated('->', a, empty))).toEqual([yes, empty, yes]);
    expect(operated('&&', empty, no)).toEqual(empty);
  });

  test('of large intervals with random members', () => {
    const distances = option(oneof(bigInt(0n, 40n), bigInt(0n, 2n ** 66n)));
    const withMember = tuple(bigInt(-(2n ** 66n), 2n ** 66n), distances, distances).map(
      ([n, below, above]) => ({
        n,
        interval: { lo: below === null ? null : n - below, hi: above === null ? null : n + above },
      }),
    );
    const holds = property(constantFrom(...onIntegers), withMember, withMember, (op, a, b) => {
      const result = resultOf(op, a.n, b.n);
      return result === null || includes(operated(op, a.interval, b.interval), result);
    });
    expect(() => assert(holds, { numRuns: 5000 })).not.toThrow();
  });
});

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
      expect([...inA, ...inB].filter((n) => !includes(hull(a, b), n))).toEqual([]);
      expect([hull(a, b), a].map((outer) => contains(outer, meet(a, b)))).toEqual([true, true]);
      expect(contains(a, b)).toBe(isEmpty(b) || same(meet(a, b), b));
    }
  }
});

test('comparisons are decided, and narrow, as they hold', () => {
  const wrong: string[] = [];
  for (const op of comparisons) {
    for (const a of small) {
      for (const b of small) {
        const known = decided(op, a, b);
        const narrow = narrowed(a, op, b);
        if (!contains(a, narrow)) wrong.push(`${text(narrow)} is more than ${text(a)}`);
        for (const x of membersOf(a)) {
          const outcomes = new Set(membersOf(b).map((y) => holdsBetween(op, x, y)));
          if (known !== null && outcomes.has(!known)) wrong.push(`${x} ${op} ${text(b)}`);
          if (outcomes.has(true) && !includes(narrow, x)) wrong.push(`${x} is not in ${text(narrow)}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
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

const same = (a: Interval, b: Interval): boolean => a.lo === b.lo && a.hi === b.hi;
const distance = (a: bigint, b: bigint): number => Math.abs(Number(a - b));
const text = ({ lo, hi }: Interval): string => `[${lo ?? '-'}, ${hi ?? '-'}]`;

function truthOf(op: '&&' | '||' | '->', x: bigint, y: bigint): bigint {
  const holds =
    op === '&&' ? x === 1n && y === 1n : op === '||' ? x === 1n || y === 1n : x === 0n || y === 1n;
  return holds ? 1n : 0n;
}
