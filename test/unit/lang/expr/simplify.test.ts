import { describe, expect, it } from '@jest/globals';
import { binary, bool, falsity, int, local, truth, unary } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { evaluate, isFault } from '../../../../src/lang/expr/eval.js';
import type { EvalResult } from '../../../../src/lang/expr/eval.js';
import { simplified, substitution, variablesOf } from '../../../../src/lang/expr/substitute.js';
import { at } from '../../../../src/support/invariant.js';
import { boolExpr, intExpr } from '../../../support/generate/generate-expr.js';
import { Random } from '../../../support/generate/generate-program.js';

const x = local(localId(0));
const y = local(localId(1));
const b = local(localId(2));
const c = local(localId(3));

const valueOf = (expr: Expr, values: readonly bigint[]): EvalResult =>
  evaluate(expr, { local: (id) => at(values, id), shared: () => null, at: () => false });

/** With the values in the place of the variables. */
const filled = (expr: Expr, values: readonly bigint[]): Expr =>
  substitution(
    new Map(
      [x, y, b, c].map((v, i) => {
        const value = at(values, i);
        return [v, v === b || v === c ? bool(value === 1n) : int(value)];
      }),
    ),
  )(expr);

describe('simplified expressions', () => {
  it('have the value of what they were made of, wherever that has one', () => {
    const random = new Random(1);
    const leaves = { ints: [x, y], bools: [b, c] };
    const shape = { depth: 4, maxValue: 2, divides: true, implies: true };
    let compared = 0;
    for (let i = 0; i < 20_000; i++) {
      const expr = random.chance(0.3) ? intExpr(random, leaves, shape) : boolExpr(random, leaves, shape);
      const integer = (): bigint => BigInt(random.between(-2, 3));
      const bit = (): bigint => BigInt(random.below(2));
      const values = [integer(), integer(), bit(), bit()];
      const expected = valueOf(expr, values);
      if (isFault(expected)) continue;
      compared++;
      expect(valueOf(simplified(expr), values)).toBe(expected);
      const constant = filled(expr, values);
      expect(constant.kind === 'int' || constant.kind === 'bool' || divides(expr)).toBe(true);
      expect(valueOf(constant, [])).toBe(expected);
    }
    expect(compared).toBeGreaterThan(15_000);
  });

  const add = (left: Expr, right: number): Expr => binary('+', left, int(right));
  it.each([
    ['x + 1 - 1', binary('-', add(x, 1), int(1)), x],
    ['(x + 2) - (x - 1)', binary('-', add(x, 2), binary('-', x, int(1))), int(3)],
    ['2 + x == 5', binary('==', binary('+', int(2), x), int(5)), binary('==', x, int(3))],
    ['3 < x', binary('<', int(3), x), binary('>', x, int(3))],
    ['x + 1 <= y + 1', binary('<=', add(x, 1), add(y, 1)), binary('<=', x, y)],
    ['x >= x', binary('>=', x, x), truth],
    ['!(x < y)', unary('!', binary('<', x, y)), binary('>=', x, y)],
    ['b == true', binary('==', b, truth), b],
    ['b != true', binary('!=', b, truth), unary('!', b)],
    ['b && !b', binary('&&', b, unary('!', b)), falsity],
    ['x == 1 || x != 1', binary('||', binary('==', x, int(1)), binary('!=', x, int(1))), truth],
    ['b -> false', binary('->', b, falsity), unary('!', b)],
    ['x * 0', binary('*', x, int(0)), int(0)],
  ])('of %s', (_, expr, expected) => {
    expect(simplified(expr)).toBe(expected);
  });

  it('are walked once where they share parts', () => {
    let deep: Expr = x;
    for (let i = 0; i < 60; i++) deep = binary('*', deep, deep);
    expect([...variablesOf(substitution(new Map([[x, y]]))(deep))]).toEqual([y]);
  });
});

/** A division that is not needed for the value may be one by zero. */
const divides = (expr: Expr): boolean =>
  expr.kind === 'binary'
    ? expr.op === '/' || expr.op === '%' || divides(expr.left) || divides(expr.right)
    : expr.kind === 'unary' && divides(expr.arg);
