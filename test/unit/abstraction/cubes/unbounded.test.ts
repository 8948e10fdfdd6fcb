import { describe, expect, it } from '@jest/globals';
import { cubeKey } from '../../../../src/abstraction/cubes/literals.js';
import { gripOf } from '../../../../src/abstraction/cubes/loose-ends.js';
import { Clock } from '../../../../src/abstraction/clock.js';
import { SearchedCubes } from '../../../../src/abstraction/cubes/searched-cubes.js';
import { binary, equal, int, local, not } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { intType, upTo } from '../../../../src/lang/expr/type.js';
import type { Type } from '../../../../src/lang/expr/type.js';
import { openSmt } from '../../../../src/smt/session.js';
import { noLimits } from '../../../support/boolean/decide-bl.js';
import { Random } from '../../../support/random.js';

const variables = [0, 1, 2, 3, 4, 5].map((n) => local(localId(n)));
const [x, y, z] = variables.map((v) => v);

/** Most are unbounded: of those one knows more than of the others. */
const typeOf = (variable: Expr): Type => (variables.indexOf(variable) === 5 ? upTo(2) : intType);

function someFormula(random: Random): Expr {
  const [left, other] = [random.pick(variables), random.pick(variables)];
  const right = random.chance(0.35) ? int(random.between(-1, 2)) : other;
  const shifted = random.chance(0.4) ? binary('+', right, int(random.between(-2, 2))) : right;
  const formula = binary(random.pick(['<', '<=', '==', '!='] as const), left, shifted);
  return random.chance(0.2) ? not(formula) : formula;
}

describe('cubes over unbounded integers', () => {
  it('are the same by both ways to search, though one of them leaves loose ends alone', async () => {
    const count = { cubes: 0, fast: 0, inc: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const found = { fast: '', inc: '' };
      for (const strategy of ['fast', 'inc'] as const) {
        const random = new Random(seed);
        const predicates = [
          ...new Set(Array.from({ length: random.between(3, 9) }, () => someFormula(random))),
        ];
        const guard = Array.from({ length: random.below(3) }, () => someFormula(random));
        const goals = Array.from({ length: 3 }, () =>
          random.chance(0.3) ? binary('||', someFormula(random), someFormula(random)) : someFormula(random),
        );
        const smt = openSmt({ solver: 'dl', typeOf });
        const cubes = new SearchedCubes({
          ...{ smt, predicates, strategy, maxCube: 3, maxInfeasible: 3 },
          clock: new Clock(noLimits, () => undefined),
        });
        await cubes.prepare({
          formulas: [...guard, ...goals],
          isUnbounded: (variable) => typeOf(variable).kind === 'int',
        });
        const answers = [await cubes.infeasible(), await cubes.excluding(guard)];
        for (const goal of goals) answers.push(await cubes.implying(guard, goal));
        found[strategy] = answers.map((answer) => answer.map(cubeKey).join(' ')).join('\n');
        count.cubes += answers.flat().length;
        count[strategy] += smt.counts.smtCalls;
        smt.dispose();
      }
      expect({ seed, cubes: found.fast }).toEqual({ seed, cubes: found.inc });
    }
    expect(count.cubes).toBeGreaterThan(300);
    expect(count.fast).toBeLessThan(count.inc / 3);
  });
});

describe('a variable that is free in a formula', () => {
  const isUnbounded = (variable: Expr): boolean => variable !== z;
  const freeIn = (formula: Expr): readonly Expr[] => [...gripOf(formula, isUnbounded).free];
  if (x === undefined || y === undefined || z === undefined) throw new Error('there are variables');

  it('is a term of one side of a comparison', () => {
    expect(freeIn(binary('<', binary('+', x, int(1)), y))).toEqual([x, y]);
    expect(freeIn(not(equal(binary('-', x, y), int(3))))).toEqual([x, y]);
  });

  it('has no bounds, no factor, and no other occurrence', () => {
    expect(freeIn(binary('<', x, z))).toEqual([x]);
    expect(freeIn(binary('<', binary('*', int(2), x), y))).toEqual([y]);
    expect(freeIn(binary('<', x, binary('+', x, y)))).toEqual([y]);
    expect(freeIn(equal(binary('%', x, int(2)), int(1)))).toEqual([]);
    expect(freeIn(binary('||', equal(x, int(1)), equal(x, int(2))))).toEqual([]);
  });
});
