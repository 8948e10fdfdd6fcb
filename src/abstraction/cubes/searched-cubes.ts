import type { Expr } from '../../ir/expr.js';
import type { Stop } from '../../search/limits.js';
import type { Smt } from '../../smt/smt.js';
import type { CubeSource, CubeVocabulary } from './cube-source.js';
import { InfeasibleCubes } from './infeasible.js';
import { compareCubes, cubeKey } from './literals.js';
import type { CubeCode } from './literals.js';
import { Oracle } from './oracle.js';
import type { Patience } from './patience.js';
import { questionKey } from './question.js';
import { Reach } from './reach.js';
import { searchFast } from './search-fast.js';
import { searchInc } from './search-inc.js';

export interface CubeOptions {
  readonly smt: Smt;
  readonly predicates: readonly Expr[];
  /** Up to this size cubes imply. */
  readonly maxCube: number;
  /** Up to this size cubes are looked for that nothing satisfies. */
  readonly maxInfeasible: number;
  /** `inc`: the paper's enumeration; `fast`: the same cubes with few queries. */
  readonly strategy: CubeStrategy;
  readonly patience: Patience;
}

export type CubeStrategy = 'fast' | 'inc';

/** All smallest cubes up to a size (paper 003, figure 6a): the methods `trad` and `pe`. */
export class SearchedCubes implements CubeSource {
  readonly #oracle: Oracle;
  readonly #reach: Reach;
  readonly #infeasible: InfeasibleCubes;
  readonly #answers = new Map<string, readonly CubeCode[]>();

  constructor(private readonly options: CubeOptions) {
    const { smt, predicates } = options;
    this.#oracle = new Oracle(smt, predicates);
    this.#reach = new Reach(predicates);
    this.#infeasible = new InfeasibleCubes(this.#oracle, this.#reach, options);
  }

  get stop(): Stop | null {
    return this.options.patience.stop;
  }

  async prepare({ formulas, isUnbounded }: CubeVocabulary): Promise<void> {
    this.#reach.setUnbounded(isUnbounded);
    await this.options.smt.prepare([...this.options.predicates, ...formulas]);
  }

  infeasible(): Promise<readonly CubeCode[]> {
    return this.#infeasible.all();
  }

  async implying(guard: readonly Expr[], goal: Expr): Promise<readonly CubeCode[]> {
    const reached = this.#reach.of({ guard, goal }, this.options.maxCube);
    const excluded = keysOf(await this.excluding(reached.guard));
    if (excluded.has(cubeKey([]))) return [];
    return this.#answered(reached.guard, goal, () =>
      this.#search(reached.guard, goal, reached.predicates, (key) => excluded.has(key)),
    );
  }

  async excluding(guard: readonly Expr[]): Promise<readonly CubeCode[]> {
    const cubes: CubeCode[] = [];
    for (const group of this.#reach.groups(guard)) {
      const { predicates } = this.#reach.of({ guard: group, goal: null }, this.options.maxCube);
      const found = await this.#answered(group, null, () =>
        this.#search(group, null, predicates, () => false),
      );
      if (found.some((cube) => cube.length === 0)) return [[]];
      cubes.push(...found);
    }
    return cubes;
  }

  async entails(guard: readonly Expr[], goal: Expr): Promise<boolean> {
    await this.options.patience.goOn();
    return this.#oracle.entails(guard, goal);
  }

  async #search(
    guard: readonly Expr[],
    goal: Expr | null,
    predicates: readonly number[],
    isExcluded: (key: string) => boolean,
  ): Promise<readonly CubeCode[]> {
    await this.#infeasible.all();
    const { strategy, maxCube: maxSize, patience } = this.options;
    const search = strategy === 'inc' ? searchInc : searchFast;
    const signed = this.#oracle.signed(guard);
    const question = {
      guard: signed,
      goal: goal === null ? null : this.#oracle.atoms.signed(goal),
      predicates,
      maxSize,
      ends: this.#reach.ends(predicates, { guard, goal }),
      isExcluded: (cube: CubeCode): boolean => {
        const key = cubeKey(cube);
        return this.#infeasible.isKnown(key) || isExcluded(key);
      },
      isImpossible: (cube: CubeCode): boolean =>
        this.#infeasible.areBeyond(cube.length) &&
        this.#infeasible.excludes(cube, goal === null ? [] : signed),
    };
    return search(this.#oracle, question, patience);
  }

  /**
   * The same question often comes again: from other threads, and from statements that do the same. The paper asks again,
   * but not for each predicate what excludes a guard.
   */
  async #answered(
    guard: readonly Expr[],
    goal: Expr | null,
    answer: () => Promise<readonly CubeCode[]>,
  ): Promise<readonly CubeCode[]> {
    const key = questionKey(guard, goal);
    const mayRemember = goal === null || this.options.strategy !== 'inc';
    const known = mayRemember ? this.#answers.get(key) : undefined;
    if (known !== undefined) return known;
    const found = [...(await answer())].sort(compareCubes);
    this.#answers.set(key, found);
    return found;
  }
}

const keysOf = (cubes: readonly CubeCode[]): ReadonlySet<string> => new Set(cubes.map(cubeKey));
