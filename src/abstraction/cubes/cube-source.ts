import type { Expr } from '../../lang/expr/expr.js';
import type { Stop } from '../../search/limits.js';
import type { CubeCode } from './literals.js';

/**
 * Where the cubes of a Boolean program come from. An answer is right even if the work was stopped on the way: it lacks
 * cubes then, and with fewer cubes an abstraction is coarser.
 */
export interface CubeSource {
  /** Before anything is asked. */
  prepare(vocabulary: CubeVocabulary): Promise<void>;
  /** Smallest cubes that nothing satisfies, up to some size. */
  infeasible(): Promise<readonly CubeCode[]>;
  /**
   * Cubes that can hold together with the guard, and where both hold so does the goal. None contains another. An empty
   * one: the goal holds wherever the guard does. The guard can hold.
   */
  implying(guard: readonly Expr[], goal: Expr): Promise<readonly CubeCode[]>;
  /** Cubes that are not infeasible, and exclude the guard. An empty one: the guard never holds. */
  excluding(guard: readonly Expr[]): Promise<readonly CubeCode[]>;
  /** Whether the goal holds wherever the guard does. */
  entails(guard: readonly Expr[], goal: Expr): Promise<boolean>;
  /** Not null: the time is up, or the user has had enough. */
  readonly stop: Stop | null;
}

export interface CubeVocabulary {
  /** What will be asked about. */
  readonly formulas: Iterable<Expr>;
  /** Whether a variable may be any integer. */
  readonly isUnbounded: (variable: Expr) => boolean;
}
