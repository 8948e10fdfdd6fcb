import { exprId } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Stop } from '../../search/limits.js';
import type { Smt } from '../../smt/smt.js';
import { InfeasibleCubes } from './infeasible.js';
import { compareCubes } from './literals.js';
import type { CubeCode } from './literals.js';
import { Oracle } from './cube-oracle.js';
import type { Clock } from '../clock.js';
import { PredicateReach } from './predicate-reach.js';
import type { ReachQuestion } from './predicate-reach.js';

export interface CubeOptions {
  readonly smt: Smt;
  readonly predicates: readonly Expr[];
  /** Up to this size cubes imply. */
  readonly maxCube: number;
  /** Up to this size cubes are looked for that nothing satisfies. */
  readonly maxInfeasible: number;
  /** `inc`: the paper's enumeration; `fast`: the same cubes with few queries. */
  readonly strategy: CubeStrategy;
  readonly clock: Clock;
}

export interface CubeVocabulary {
  /** What will be asked about. */
  readonly formulas: Iterable<Expr>;
  /** Whether a variable may be any integer. */
  readonly isUnbounded: (variable: Expr) => boolean;
}

export type CubeStrategy = 'fast' | 'inc';

/**
 * Where the cubes of a Boolean program come from. An answer is right even if the work was stopped on the way: it lacks
 * cubes then, and with fewer cubes an abstraction is coarser. All ways to find cubes share which predicates a question is
 * about, and answers that are remembered, for the same question often comes again: from other threads, and from statements
 * that do the same.
 */
export abstract class AskedCubes {
  protected readonly oracle: Oracle;
  protected readonly reach: PredicateReach;
  protected readonly infeasibleCubes: InfeasibleCubes;
  readonly #answers = new Map<string, readonly CubeCode[]>();

  constructor(protected readonly options: CubeOptions) {
    const { smt, predicates } = options;
    this.oracle = new Oracle(smt, predicates);
    this.reach = new PredicateReach(predicates);
    this.infeasibleCubes = new InfeasibleCubes(this.oracle, this.reach, options);
  }

  /** The cubes over these predicates; of a question that has not been asked before. */
  protected abstract search(
    question: ReachQuestion,
    predicates: readonly number[],
  ): Promise<readonly CubeCode[]>;

  /** Whether an earlier answer will do. */
  protected mayRemember(_question: ReachQuestion): boolean {
    return true;
  }

  /** Not null: the time is up, or the user has had enough. */
  get stop(): Stop | null {
    return this.options.clock.stop;
  }

  /** Before anything is asked. */
  async prepare({ formulas, isUnbounded }: CubeVocabulary): Promise<void> {
    this.reach.setUnbounded(isUnbounded);
    await this.options.smt.prepare([...this.options.predicates, ...formulas]);
  }

  /** Smallest cubes that nothing satisfies, up to some size. */
  infeasible(): Promise<readonly CubeCode[]> {
    return this.infeasibleCubes.all();
  }

  /**
   * Cubes that can hold together with the guard, and where both hold so does the goal. None contains another. An empty
   * one: the goal holds wherever the guard does. The guard can hold.
   */
  implying(guard: readonly Expr[], goal: Expr): Promise<readonly CubeCode[]> {
    const { guard: reached, predicates } = this.reach.of({ guard, goal }, this.options.maxCube);
    return this.#answered({ guard: reached, goal }, predicates);
  }

  /** Cubes that are not infeasible, and exclude the guard. An empty one: the guard never holds. */
  async excluding(guard: readonly Expr[]): Promise<readonly CubeCode[]> {
    const cubes: CubeCode[] = [];
    for (const group of this.reach.groups(guard)) {
      const question = { guard: group, goal: null };
      const { predicates } = this.reach.of(question, this.options.maxCube);
      const found = await this.#answered(question, predicates);
      if (found.some((cube) => cube.length === 0)) return [[]];
      cubes.push(...found);
    }
    return cubes;
  }

  /** Whether the goal holds wherever the guard does. */
  async entails(guard: readonly Expr[], goal: Expr): Promise<boolean> {
    await this.options.clock.goOn();
    return this.oracle.entails(guard, goal);
  }

  async #answered(question: ReachQuestion, predicates: readonly number[]): Promise<readonly CubeCode[]> {
    const key = questionKey(question);
    const known = this.mayRemember(question) ? this.#answers.get(key) : undefined;
    if (known !== undefined) return known;
    const found = (await this.search(question, predicates)).toSorted(compareCubes);
    this.#answers.set(key, found);
    return found;
  }
}

/** The same for questions that ask the same. */
const questionKey = ({ guard, goal }: ReachQuestion): string => {
  const parts = guard.map(exprId).sort((a, b) => a - b);
  return `${parts.join()} ${goal === null ? '' : exprId(goal)}`;
};
