import { describe, expect, test } from '@jest/globals';
import {
  areEqual,
  areUnequal,
  factSize,
  isBelow,
  isIn,
  isNotExactly,
  isNotValue,
  isValue,
  sortedFacts,
} from '../../../../src/engines/mcmt/cubes/facts.js';
import { renamedFact } from '../../../../src/engines/mcmt/cubes/finish.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { mayCover, signatureOf } from '../../../../src/engines/mcmt/cubes/signature.js';
import { cellCode, noTerm, readCode } from '../../../../src/engines/mcmt/cubes/term-codes.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { Random } from '../../../support/random.js';

const problem = new BackwardProblem(
  cubSystem(`
    type location = A | B | C
    array PC[proc] : location
    array Next[proc] : proc
    array Number[proc] : int
    weak array Flag[proc] : location
    init (p) { PC[p] = A && Flag[p] = A && Number[p] = 0 }
    unsafe (p q) { PC[p] = B && PC[q] = B }`),
  true,
  null,
);
const [location, next, number, flag] = [0, 1, 2, 3];
const procs = 4;

type Fact = readonly [number, number, number, number];

/** Some fact about some of the processes. */
function someFact(random: Random): Fact {
  const proc = (): number => random.below(procs);
  const place = (): number => cellCode(random.chance(0.5) ? location : flag, proc(), 0);
  const term = (): number =>
    random.chance(0.3) ? readCode(cellCode(flag, proc(), 0), proc(), random.below(2)) : place();
  const [a, b] = [cellCode(number, 0, 0), cellCode(number, 1 + random.below(procs - 1), 0)];
  const bound = problem.bounds.id(0, random.below(3), random.chance(0.5));
  const kinds: readonly (() => Fact)[] = [
    () => [isIn, term(), 1 + random.below(6), 0],
    () => [random.chance(0.5) ? isValue : isNotValue, cellCode(next, proc(), 0), proc(), 0],
    () => [
      random.chance(0.5) ? areEqual : areUnequal,
      cellCode(next, 0, 0),
      cellCode(next, 1 + random.below(3), 0),
      0,
    ],
    () => [random.chance(0.7) ? isBelow : isNotExactly, a, random.chance(0.3) ? noTerm : b, bound],
  ];
  return random.pick(kinds)();
}

/** What follows from the fact, if anything: itself, or something weaker about the same terms. */
function weakened([kind, a, b, c]: Fact, random: Random): readonly Fact[] {
  if (random.chance(0.3)) return [];
  if (random.chance(0.5)) return [[kind, a, b, c]];
  if (kind === isIn && b !== 7) return [[kind, a, b | (1 << random.below(3)), c]];
  if (kind === isValue) return [[isNotValue, a, (b + 1) % procs, c]];
  return [[kind, a, b, c]];
}

function renaming(random: Random): readonly number[] {
  const left = Array.from({ length: procs }, (_, p) => p);
  return Array.from({ length: procs }, () => left.splice(random.below(left.length), 1)).flat();
}

describe('the signature of a cube', () => {
  test('has all bits of what it implies, whoever the processes are', () => {
    const random = new Random(41);
    let both = 0;
    for (let n = 0; n < 3000; n++) {
      const special = Array.from({ length: 1 + random.below(12) }, () => someFact(random));
      const here = renaming(random);
      const general = special
        .flatMap((fact) => weakened(fact, random))
        .flatMap((fact) => renamedFact(problem, Int32Array.from(fact), 0, here) ?? []);
      const [first, second] = [signatureOf(sortedFacts(general)), signatureOf(sortedFacts(special.flat()))];
      expect([n, mayCover(first, 0, second, 0)]).toEqual([n, true]);
      if (general.length / factSize < special.length && mayCover(second, 0, first, 0)) both++;
    }
    // Most of what says less is told apart.
    expect(both).toBeLessThan(600);
  });

  test('tells cubes apart in rows of many', () => {
    const signatures = [isIn, isValue].map((kind) =>
      signatureOf(Int32Array.from([kind, cellCode(kind === isIn ? location : next, 0, 0), 1, 0])),
    );
    const row = Int32Array.from(signatures.flatMap((words) => [...words]));
    const length = row.length / 2;
    expect(mayCover(row, 0, row, length)).toBe(false);
    expect(mayCover(row, length, row, 0)).toBe(false);
    expect(mayCover(row, length, row, length)).toBe(true);
  });
});

describe('facts', () => {
  test('are sorted, and each is there once', () => {
    const random = new Random(42);
    for (let n = 0; n < 300; n++) {
      const facts = Array.from({ length: random.below(40) }, () => someFact(random));
      const names = [...new Set(facts.map(String))].map((name) => name.split(',').map(Number));
      names.sort((x, y) => x.reduce((order, _, i) => order || (x[i] ?? 0) - (y[i] ?? 0), 0));
      expect([...sortedFacts([...facts, ...facts.slice(0, 3)].flat())]).toEqual(names.flat());
    }
  });
});
