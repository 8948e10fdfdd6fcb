import { describe, expect, it } from '@jest/globals';
import { dropBuffered, extrapolateCubes, guardCubes } from '../../../../src/abstraction/extrapolate/cubes.js';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { ExtrapolationRequest } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { isPositive, literalCode, predicateOf } from '../../../../src/abstraction/cubes/literals.js';
import type { CubeCode } from '../../../../src/abstraction/cubes/literals.js';
import type { Predicate } from '../../../../src/abstraction/predicate.js';
import { printExpr } from '../../../../src/lang/program/print-expr.js';
import { at } from '../../../../src/support/invariant.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import type { ExtrapolationSetting } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';

const program = (between: string): string => `
  shared int x = 0, y = 0;
  thread P { local int r = 0; while (true) { x = 1; ${between} y = r; ${between} } }
  thread Q { local int s = 0; while (true) { s = x; x = 2; fence; } }
  predicates { x == 0; y == 0; x < y; P.r == 0; Q.s == 0; }`;

const counters: ExtrapolationSetting = { rules: 'pso', encoding: 'counters', bound: 1 };

const shown = (
  { system }: ExtrapolationRequest,
  predicates: readonly Predicate[],
  cubes: readonly CubeCode[],
) =>
  cubes.map((cube) =>
    cube
      .map((literal) => {
        const text = printExpr(at(predicates, predicateOf(literal)).formula, system);
        return isPositive(literal) ? text : `!(${text})`;
      })
      .join(', '),
  );

/** Literals as numbers from 1, negative ones negated. */
const cubeOf = (...literals: readonly number[]): CubeCode =>
  literals.map((n) => literalCode(Math.abs(n) - 1, n > 0));

function extrapolated(
  text: string,
  setting: ExtrapolationSetting,
  ...cubes: readonly CubeCode[]
): readonly string[] {
  const request = requestFor(parseFp(text), setting);
  const predicates = extrapolate(request);
  const given = extrapolate({ ...request, rules: 'sc' });
  return shown(request, predicates, extrapolateCubes(request, cubes, given, predicates));
}

describe('cubes of an SC proof', () => {
  it('without buffered variables stay as they are', () => {
    expect(extrapolated(program('fence;'), counters, cubeOf(4, -5))).toEqual(['P.r == 0, !(Q.s == 0)']);
  });

  it('move a variable in all of their predicates at once', () => {
    expect(extrapolated(program('fence;'), counters, cubeOf(1, 3))).toEqual([
      'x == 0, x < y',
      'P_x_1 == 0, P_x_1 < y',
      'x == 0, x < P_y_1',
      'Q_x_1 == 0, Q_x_1 < y',
    ]);
  });

  it('move two variables only if writes to both may wait', () => {
    const cube = cubeOf(1, -2);
    const fenced = ['x == 0, !(y == 0)', '!(y == 0), P_x_1 == 0', 'x == 0, !(P_y_1 == 0)'];
    expect(extrapolated(program('fence;'), counters, cube)).toEqual([...fenced, '!(y == 0), Q_x_1 == 0']);
    expect(extrapolated(program(''), counters, cube)).toEqual([
      ...fenced,
      'P_x_1 == 0, !(P_y_1 == 0)',
      '!(y == 0), Q_x_1 == 0',
    ]);
  });

  it('that contradict themselves in the one queue of TSO are left out', () => {
    const found = extrapolated(program(''), { ...counters, rules: 'tso', bound: 2 }, cubeOf(1, -2));
    expect(found).toContain('P_rhs_1 == 0, !(P_rhs_2 == 0)');
    expect(found).not.toContain('P_rhs_1 == 0, !(P_rhs_1 == 0)');
  });

  it('come out once', () => {
    const same = extrapolated(
      program('fence;'),
      { ...counters, rules: 'tso' },
      cubeOf(1),
      cubeOf(2),
      cubeOf(1),
    );
    expect(same).toEqual(['x == 0', 'P_rhs_1 == 0', 'Q_rhs_1 == 0', 'y == 0']);
  });

  it('stay what they are under SC', () => {
    expect(extrapolated(program(''), { ...counters, rules: 'sc' }, cubeOf(1, 3))).toEqual(['x == 0, x < y']);
  });

  it('mean the predicate that says the same in other words', () => {
    const text = `shared int x = 0; shared bool b = false; thread P { b = false; x = 1; }
      predicates { !b; x != 1; }`;
    const found = extrapolated(text, { ...counters, rules: 'tso' }, cubeOf(1), cubeOf(-2));
    expect(found).toEqual(['!b', '!(P_rhs_1 == 1)', '!(x != 1)', '!(!(P_rhs_1 == 1))']);
  });
});

describe('dropping what is said of buffered values', () => {
  it('leaves what is said of memory, locals and counts', () => {
    const request = requestFor(parseFp(program('fence;')), counters);
    const predicates = extrapolate(request);
    const find = (text: string): number =>
      predicates.findIndex(({ formula }) => printExpr(formula, request.system) === text) + 1;
    const cubes = [
      cubeOf(1, find('P_x_1 == 0')),
      cubeOf(1, find('Q_x_1 < y')),
      cubeOf(find('P_y_1 == 0')),
      cubeOf(2, find('P_x_cnt == 1')),
    ];
    expect(shown(request, predicates, dropBuffered(cubes, predicates, request.system))).toEqual([
      'x == 0',
      'y == 0, P_x_cnt == 1',
    ]);
  });
});

describe('cubes of guards', () => {
  it('say what one queue looks like', () => {
    const text = 'shared int x = 0, y = 0; thread P { x = 1; y = 1; } predicates { x == 0; }';
    const request = requestFor(parseFp(text), { rules: 'tso', encoding: 'counters', bound: 2 });
    const predicates = extrapolate(request);
    expect(shown(request, predicates, guardCubes(request.system, predicates))).toEqual([
      'P_cnt == 1, P_lhs_1 == 0',
      'P_cnt == 1, !(P_lhs_1 == 0)',
      'P_cnt == 1, P_lhs_1 == 1',
      'P_cnt == 1, !(P_lhs_1 == 1)',
      'P_cnt == 2, P_lhs_1 == 0',
      'P_cnt == 2, P_lhs_1 == 0, !(P_lhs_2 == 0)',
      'P_cnt == 2, P_lhs_2 == 0',
      'P_cnt == 2, !(P_lhs_1 == 0), !(P_lhs_2 == 0)',
      'P_cnt == 2, P_lhs_1 == 1',
      'P_cnt == 2, P_lhs_1 == 1, !(P_lhs_2 == 1)',
      'P_cnt == 2, P_lhs_2 == 1',
      'P_cnt == 2, !(P_lhs_1 == 1), !(P_lhs_2 == 1)',
    ]);
  });

  it('are none where counts are control, or every place has a queue', () => {
    for (const setting of [counters, { ...counters, rules: 'tso', encoding: 'shapes' } as const]) {
      const request = requestFor(parseFp(program('')), setting);
      expect(guardCubes(request.system, extrapolate(request))).toEqual([]);
    }
  });
});
