import { describe, expect, it } from '@jest/globals';
import { Clock } from '../../../../src/abstraction/clock.js';
import { SearchedCubes } from '../../../../src/abstraction/cubes/searched-cubes.js';
import type { CubeStrategy } from '../../../../src/abstraction/cubes/asked-cubes.js';
import { CandidateCubes } from '../../../../src/abstraction/cubes/candidate-cubes.js';
import { compareCubes, cubeKey, isSubset } from '../../../../src/abstraction/cubes/literals.js';
import type { CubeCode } from '../../../../src/abstraction/cubes/literals.js';
import { binary, int, local, not } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { at } from '../../../../src/support/invariant.js';
import { noLimits } from '../../../support/boolean/decide-bl.js';
import { ExhaustiveSmt } from '../../../support/plain/exhaustive-smt.js';
import { Random } from '../../../support/random.js';

const variables = [0, 1, 2, 3, 4].map((n) => local(localId(n)));
const [lo, hi] = [0, 2];

interface Puzzle {
  readonly predicates: readonly Expr[];
  readonly guard: readonly Expr[];
  readonly goal: Expr;
  readonly maxCube: number;
  readonly maxInfeasible: number;
}

function somePuzzle(seed: number): Puzzle {
  const random = new Random(seed);
  const atom = (): Expr => {
    const left = random.pick(variables);
    const right = random.chance(0.5) ? int(random.between(lo, hi)) : random.pick(variables);
    const op = random.pick(['<', '<=', '==', '!=', '>'] as const);
    const sum = random.chance(0.3) ? binary('+', left, int(1)) : left;
    return binary(op, sum, right);
  };
  const goal = random.chance(0.3) ? binary('||', atom(), atom()) : atom();
  const maxCube = random.between(1, 4);
  return {
    predicates: [...new Set(Array.from({ length: random.between(2, 6) }, atom))],
    guard: Array.from({ length: random.below(3) }, atom),
    goal: random.chance(0.3) ? not(goal) : goal,
    ...{ maxCube, maxInfeasible: random.chance(0.5) ? maxCube : random.between(0, 4) },
  };
}

const searched = (puzzle: Puzzle, strategy: CubeStrategy, smt: ExhaustiveSmt): SearchedCubes =>
  new SearchedCubes({ ...puzzle, smt, strategy, clock: new Clock(noLimits, () => undefined) });

const sorted = (cubes: readonly CubeCode[]): readonly string[] => cubes.toSorted(compareCubes).map(cubeKey);

describe('the cubes of a question', () => {
  it('are the smallest by their definition, whichever way they are searched', async () => {
    const count = { cubes: 0, excluding: 0, infeasible: 0 };
    for (let seed = 1; seed <= 200; seed++) {
      const puzzle = somePuzzle(seed);
      const expected = byDefinition(puzzle);
      if (expected.excluding.includes('')) continue;
      for (const strategy of ['fast', 'inc'] as const) {
        const smt = new ExhaustiveSmt(variables, lo, hi);
        const cubes = searched(puzzle, strategy, smt);
        const found = {
          infeasible: sorted(await cubes.infeasible()),
          excluding: sorted(await cubes.excluding(puzzle.guard)),
          implying: sorted(await cubes.implying(puzzle.guard, puzzle.goal)),
          entails: await cubes.entails(puzzle.guard, puzzle.goal),
        };
        expect({ seed, strategy, ...found }).toEqual({ seed, strategy, ...expected });
      }
      count.cubes += expected.implying.length;
      count.excluding += expected.excluding.length;
      count.infeasible += expected.infeasible.length;
    }
    expect(Math.min(...Object.values(count))).toBeGreaterThan(40);
  });

  it('take fewer queries where models are remembered', async () => {
    const calls = { fast: 0, inc: 0 };
    for (const strategy of ['fast', 'inc'] as const) {
      for (let seed = 1; seed <= 30; seed++) {
        const smt = new ExhaustiveSmt(variables, lo, hi);
        const cubes = searched({ ...somePuzzle(seed), maxCube: 3, maxInfeasible: 3 }, strategy, smt);
        const { guard, goal } = somePuzzle(seed);
        await cubes.implying(guard, goal);
        calls[strategy] += smt.counts.smtCalls;
      }
    }
    expect(calls.fast).toBeLessThan(calls.inc / 3);
  });

  it('are those of a list that imply, without those that contain another', async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const puzzle = somePuzzle(seed);
      if (byDefinition(puzzle).excluding.includes('')) continue;
      const random = new Random(seed);
      const list = allCubes(puzzle.predicates.length, 3).filter(() => random.chance(0.2));
      const smt = new ExhaustiveSmt(variables, lo, hi);
      const clock = new Clock(noLimits, () => undefined);
      const source = new CandidateCubes({ ...puzzle, smt, strategy: 'fast', clock }, list);
      const found = sorted(await source.implying(puzzle.guard, puzzle.goal));
      const usable = [...allCubes(puzzle.predicates.length, 1), ...list];
      expect({ seed, found }).toEqual({ seed, found: sorted(amongUsable(puzzle, usable)) });
    }
  });
});

/** What the comment of AskedCubes says, tried on all assignments. */
function byDefinition({ predicates, guard, goal, maxCube, maxInfeasible }: Puzzle) {
  const smt = new ExhaustiveSmt(variables, lo, hi);
  const literals = (cube: CubeCode): readonly Expr[] =>
    cube.map((l) => ((l & 1) === 0 ? at(predicates, l >> 1) : not(at(predicates, l >> 1))));
  const isPossible = (formulas: readonly Expr[]): boolean =>
    smt.models.some((model) => formulas.every((formula) => smt.holds(formula, model)));
  const smallest = (size: number, wanted: (cube: CubeCode) => boolean): readonly CubeCode[] => {
    const found: CubeCode[] = [];
    for (const cube of allCubes(predicates.length, size)) {
      if (wanted(cube) && !found.some((part) => isSubset(part, cube))) found.push(cube);
    }
    return found;
  };
  const excludes = (cube: CubeCode, formulas: readonly Expr[]): boolean =>
    !isPossible([...literals(cube), ...formulas]);
  return {
    infeasible: sorted(smallest(maxInfeasible, (cube) => excludes(cube, []))),
    excluding: sorted(smallest(maxCube, (cube) => excludes(cube, guard) && !excludes(cube, []))),
    implying: sorted(
      smallest(maxCube, (cube) => excludes(cube, [...guard, not(goal)]) && !excludes(cube, guard)),
    ),
    entails: !isPossible([...guard, not(goal)]),
  };
}

function amongUsable({ predicates, guard, goal }: Puzzle, usable: readonly CubeCode[]): readonly CubeCode[] {
  const smt = new ExhaustiveSmt(variables, lo, hi);
  const isPossible = (cube: CubeCode, formulas: readonly Expr[]): boolean =>
    smt.models.some(
      (model) =>
        cube.every((l) => smt.holds(at(predicates, l >> 1), model) === ((l & 1) === 0)) &&
        formulas.every((formula) => smt.holds(formula, model)),
    );
  const found: CubeCode[] = [];
  for (const cube of [[], ...usable].toSorted(compareCubes)) {
    const implies = !isPossible(cube, [...guard, not(goal)]) && isPossible(cube, guard);
    if (implies && !found.some((part) => isSubset(part, cube))) found.push(cube);
  }
  return found;
}

/** By size; the empty one first. */
function allCubes(predicates: number, maxSize: number): readonly CubeCode[] {
  let level: CubeCode[] = [[]];
  const all: CubeCode[] = [[]];
  for (let size = 1; size <= maxSize; size++) {
    level = level.flatMap((cube) => {
      const from = cube.length === 0 ? 0 : (at(cube, cube.length - 1) >> 1) + 1;
      return Array.from({ length: 2 * (predicates - from) }, (_, i) => [...cube, 2 * from + i]);
    });
    all.push(...level);
  }
  return all;
}
