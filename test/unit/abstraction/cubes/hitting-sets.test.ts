import { describe, expect, it } from '@jest/globals';
import { include, wordsFor } from '../../../../src/abstraction/bits.js';
import { HittingSets } from '../../../../src/abstraction/cubes/hitting-sets.js';
import { compareCubes, cubeKey } from '../../../../src/abstraction/cubes/literals.js';
import type { CubeCode } from '../../../../src/abstraction/cubes/literals.js';
import { LooseEnds } from '../../../../src/abstraction/cubes/loose-ends.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { at } from '../../../../src/support/invariant.js';
import { Random } from '../../../support/random.js';

const noGrip = { variables: new Set<Expr>(), free: new Set<Expr>() };

/** Truth values of the predicates in one model. */
type ModelBits = readonly boolean[];

describe('minimal hitting sets', () => {
  it('are the smallest cubes that no model satisfies, whichever models are known at first', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const predicates = 1 + random.below(seed % 8 === 0 ? 40 : 7);
      const maxSize = random.below(predicates > 10 ? 3 : 5);
      const models = Array.from({ length: random.below(seed % 5 === 0 ? 90 : 12) }, () =>
        Array.from({ length: predicates }, () => random.below(2) === 1),
      );
      const known = models.filter(() => random.below(3) === 0);
      const found = searched(predicates, maxSize, models, known);
      expect(found).toEqual(enumerated(predicates, maxSize, models).map(cubeKey));
    }
  });

  it('can be searched in small portions', () => {
    const models = [
      [true, false, true],
      [false, false, true],
      [true, true, false],
    ];
    expect(searched(3, 3, models, [], 1)).toEqual(searched(3, 3, models, models));
  });
});

function searched(
  predicates: number,
  maxSize: number,
  models: readonly ModelBits[],
  known: readonly ModelBits[],
  portion = 64,
): readonly string[] {
  const found = new Map<string, CubeCode>();
  const sets = new HittingSets({
    ...{
      predicates,
      maxSize,
      ends: new LooseEnds(
        Array.from({ length: predicates }, () => noGrip),
        [],
      ),
    },
    judge: (cube) => {
      const counter = models.find((model) => satisfies(model, cube));
      if (counter !== undefined) return { kind: 'countered', truth: packed(counter) };
      found.set(cubeKey(cube), cube);
      return { kind: 'done' };
    },
  });
  for (const model of known) sets.addModel(packed(model));
  while (!sets.run(portion));
  return [...found.values()].sort(compareCubes).map(cubeKey);
}

const satisfies = (model: ModelBits, cube: CubeCode): boolean =>
  cube.every((literal) => at(model, literal >> 1) === ((literal & 1) === 0));

function packed(model: ModelBits): Int32Array {
  const words = new Int32Array(wordsFor(model.length));
  model.forEach((holds, p) => {
    if (holds) include(words, p);
  });
  return words;
}

/** All cubes by size, without those that contain a smaller one. */
function enumerated(predicates: number, maxSize: number, models: readonly ModelBits[]): readonly CubeCode[] {
  const found: CubeCode[] = [];
  let open: CubeCode[] = [[]];
  for (let size = 0; size <= maxSize; size++) {
    const minimal = open.filter((cube) => !models.some((model) => satisfies(model, cube)));
    found.push(...minimal);
    open = open
      .filter((cube) => !minimal.includes(cube))
      .flatMap((cube) => {
        const from = cube.length === 0 ? 0 : (at(cube, cube.length - 1) >> 1) + 1;
        return Array.from({ length: 2 * (predicates - from) }, (_, i) => [...cube, 2 * from + i]);
      })
      .filter((cube) => !found.some((part) => part.every((literal) => cube.includes(literal))));
  }
  return found.sort(compareCubes);
}
