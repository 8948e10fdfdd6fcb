import { AskedCubes } from './asked-cubes.js';
import { cubeKey } from './literals.js';
import type { CubeCode } from './literals.js';
import type { ReachQuestion } from './predicate-reach.js';
import { searchFast } from './search-fast.js';
import { searchInc } from './search-inc.js';

/** All smallest cubes up to a size (paper 003, figure 6a): the methods `trad` and `pe`. */
export class SearchedCubes extends AskedCubes {
  protected async search(
    { guard, goal }: ReachQuestion,
    predicates: readonly number[],
  ): Promise<readonly CubeCode[]> {
    const excluded = new Set((goal === null ? [] : await this.excluding(guard)).map(cubeKey));
    if (excluded.has(cubeKey([]))) return [];
    await this.infeasibleCubes.all();
    const { strategy, maxCube: maxSize, clock } = this.options;
    const search = strategy === 'inc' ? searchInc : searchFast;
    const signed = this.oracle.signed(guard);
    const question = {
      guard: signed,
      goal: goal === null ? null : this.oracle.atoms.signed(goal),
      predicates,
      maxSize,
      ends: this.reach.ends(predicates, { guard, goal }),
      isExcluded: (cube: CubeCode): boolean => {
        const key = cubeKey(cube);
        return this.infeasibleCubes.isKnown(key) || excluded.has(key);
      },
      isImpossible: (cube: CubeCode): boolean =>
        this.infeasibleCubes.isMissed(cube, goal === null ? [] : signed),
    };
    return search(this.oracle, question, clock);
  }

  /** The paper asks again, but not for each predicate what excludes a guard. */
  protected override mayRemember({ goal }: ReachQuestion): boolean {
    return goal === null || this.options.strategy !== 'inc';
  }
}
