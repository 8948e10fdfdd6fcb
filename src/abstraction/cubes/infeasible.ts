import type { SignedAtom } from './signed-atoms.js';
import { compareCubes, cubeKey } from './literals.js';
import type { CubeCode } from './literals.js';
import type { Oracle } from './cube-oracle.js';
import type { Clock } from '../clock.js';
import type { PredicateReach } from './predicate-reach.js';
import { searchFast } from './search-fast.js';
import { searchInc } from './search-inc.js';

/** The smallest cubes that nothing satisfies, up to a size; and beyond, where somebody asks. */
export class InfeasibleCubes {
  #all: Promise<readonly CubeCode[]> | null = null;
  readonly #keys = new Set<string>();

  constructor(
    private readonly oracle: Oracle,
    private readonly reach: PredicateReach,
    private readonly options: {
      readonly maxInfeasible: number;
      readonly strategy: 'fast' | 'inc';
      readonly clock: Clock;
    },
  ) {}

  all(): Promise<readonly CubeCode[]> {
    this.#all ??= this.#search();
    return this.#all;
  }

  isKnown(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether the cube contradicts the formulas, and is larger than those that were looked for. */
  isMissed(cube: CubeCode, formulas: readonly SignedAtom[]): boolean {
    if (cube.length <= this.options.maxInfeasible) return false;
    return this.oracle.isContradiction([...this.oracle.ofCube(cube), ...formulas]);
  }

  /** Predicates that have nothing to do with each other are never in one cube, but the paper did not look at that. */
  async #search(): Promise<readonly CubeCode[]> {
    const { maxInfeasible: maxSize, strategy, clock } = this.options;
    const search = strategy === 'inc' ? searchInc : searchFast;
    const found: CubeCode[] = [];
    const components = this.reach.components();
    for (const predicates of strategy === 'inc' ? [components.flat().sort((a, b) => a - b)] : components) {
      const question = {
        ...{ guard: [], goal: null, predicates, maxSize },
        ends: this.reach.ends(predicates, { guard: [], goal: null }),
        isExcluded: () => false,
        isImpossible: () => false,
      };
      found.push(...(await search(this.oracle, question, clock)));
    }
    for (const cube of found) this.#keys.add(cubeKey(cube));
    return found.sort(compareCubes);
  }
}
