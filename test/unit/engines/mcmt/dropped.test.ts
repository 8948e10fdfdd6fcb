import { describe, expect, test } from '@jest/globals';
import type { Cube } from '../../../../src/engines/mcmt/cubes/cube.js';
import type { KeptCube } from '../../../../src/engines/mcmt/cubes/kept-cubes.js';
import { KeptCubes } from '../../../../src/engines/mcmt/cubes/kept-cubes.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { comingFrom, Dropped } from '../../../../src/engines/mcmt/dropped.js';
import type { UnkeptCube } from '../../../../src/engines/mcmt/dropped.js';
import { Goals } from '../../../../src/engines/mcmt/goals.js';
import { at } from '../../../../src/support/invariant.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';

/** Three comparisons of a number: the first two together are all there is, and the third is about something else. */
const system = cubSystem(`
var X : int
array A[proc] : bool
init (p) { X = 0 && A[p] = False }
unsafe (p) { X <= 3 }
unsafe (p) { 3 < X }
unsafe (p) { A[p] = True && X < 10 }
transition t (i) requires { A[i] = False } { A[i] := True; }
`);

const problem = new BackwardProblem(system, false, null);
const roots = new Goals(system, [...system.unsafe.keys()]).rootsIn(problem);
const [few, many, some] = [at(roots, 0), at(roots, 1), at(roots, 2)];

const guessFor = (of: Cube): Cube => of.with(of.facts, { kind: 'guess', of });
const keptAs = (cube: Cube): KeptCube => ({ cube, dead: false, expanded: false });
const nobody = (): void => undefined;

describe('what comes from a guess', () => {
  test('is the guess, and what is behind it, in whichever order it is asked', () => {
    const guess = guessFor(few);
    const behind = guessFor(guessFor(guess));
    const comes = comingFrom(guess);
    expect([behind, guess, few, many].map(comes)).toEqual([true, true, false, false]);
    expect([few, behind].map(comingFrom(guess))).toEqual([false, true]);
  });
});

describe('what was let go', () => {
  test('is taken up again where one of those is gone that together had all its states, and only then', () => {
    const [one, other] = [guessFor(few), guessFor(many)];
    const kept = new KeptCubes();
    for (const cube of [one, other]) kept.add(cube, nobody);
    expect(kept.coverOf(some)).toBeNull();
    const together = kept.coverTogether(some, () => true) ?? [];
    expect(together.map(({ cube }) => cube)).toEqual([one, other]);

    for (const gone of [one, other]) {
      const dropped = new Dropped<UnkeptCube>();
      dropped.note({ cube: some, from: null }, together);
      expect(dropped.retract(comingFrom(guessFor(some)))).toEqual([]);
      expect(dropped.retract(comingFrom(gone))).toEqual([{ cube: some, from: null }]);
      expect(dropped.retract(comingFrom(gone))).toEqual([]);
    }
  });

  test('is gone itself where it comes from the guess', () => {
    const guess = guessFor(few);
    const dropped = new Dropped<KeptCube>();
    dropped.note(keptAs(guessFor(guess)), [keptAs(guess)]);
    expect(dropped.retract(comingFrom(guess))).toEqual([]);
  });
});
