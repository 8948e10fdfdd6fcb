import { expect, test } from '@jest/globals';
import { oppositeComparison } from '../../../../src/lang/arrays/array-formula.js';
import type { ArrayCompareOp } from '../../../../src/lang/arrays/array-system.js';
import type { BinaryOp } from '../../../../src/lang/expr/expr.js';
import {
  holdsBetween,
  isCompareOp,
  mirrored,
  oppositeOf,
  settling,
} from '../../../../src/lang/expr/operators.js';
import { applyBinary } from '../../../../src/lang/expr/eval.js';
import { asCompareOp } from '../../../support/arrays/program/formulas-to-exprs.js';

const all: readonly BinaryOp[] = [
  ...(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', '->'] as const),
  ...(['&', '|', '^', '<<', '>>'] as const),
];
const comparing = all.filter(isCompareOp);
const pairs = [-2n, -1n, 0n, 1n, 2n].flatMap((a) => [-2n, -1n, 0n, 1n, 2n].map((b) => [a, b] as const));

test('six operators compare', () => {
  expect(comparing).toEqual(['==', '!=', '<', '<=', '>', '>=']);
  expect(isCompareOp('toString')).toBe(false);
});

test.each(comparing)(
  '%s holds as it is evaluated, its opposite where it does not, mirrored as it does',
  (op) => {
    for (const [a, b] of pairs) {
      const holds = holdsBetween(op, a, b);
      expect(holds).toBe(applyBinary(op, a, b) === 1n);
      expect(holdsBetween(op, Number(a), Number(b))).toBe(holds);
      expect(holdsBetween(oppositeOf[op], a, b)).toBe(!holds);
      expect(holdsBetween(mirrored[op], b, a)).toBe(holds);
    }
  },
);

test.each(['=', '<>', '<', '<='] satisfies ArrayCompareOp[])('the opposite of %s of array systems', (op) => {
  const opposite = oppositeComparison[op];
  for (const [a, b] of pairs) {
    const [left, right] = opposite.turned ? [b, a] : [a, b];
    expect(holdsBetween(asCompareOp[opposite.op], left, right)).toBe(!holdsBetween(asCompareOp[op], a, b));
  }
});

test.each(all)('a side settles %s exactly where the other side makes no difference', (op) => {
  const truth: Readonly<Record<string, (a: boolean, b: boolean) => boolean>> = {
    '&&': (a, b) => a && b,
    '||': (a, b) => a || b,
    '->': (a, b) => !a || b,
  };
  const of = truth[op];
  const settled = settling(op);
  expect(settled === null).toBe(of === undefined);
  if (settled === null || of === undefined) return;
  for (const other of [false, true]) {
    expect(of(settled.left, other)).toBe(settled.result);
    expect(of(other, settled.right)).toBe(settled.result);
  }
  expect(of(!settled.left, false)).not.toBe(of(!settled.left, true));
  expect(of(false, !settled.right)).not.toBe(of(true, !settled.right));
});
