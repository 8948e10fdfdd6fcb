import type { Expr } from '../../lang/expr/expr.js';
import type { Type } from '../../lang/expr/type.js';
import type { PathRefutation } from './interpolate.js';
import type { NumberedPath } from './numbered-path.js';

/** A path that the abstraction takes and the program does not. */
export interface SpuriousPath {
  readonly formula: NumberedPath;
  /** Of the conditions of the formula some that contradict each other, by part. */
  readonly core: readonly (readonly Expr[])[];
  /** Null: difference logic is not enough to say why. */
  readonly refutation: PathRefutation | null;
  /** Of the variables of program and formula. */
  readonly typeOf: (variable: Expr) => Type;
  /** Of the work that the path is looked into for; absent: it is not limited. */
  readonly secondsLeft?: () => number;
}

/** Before its next step, or the violation, there is no more than these conditions to say that the program cannot take it. */
export function followsOf({ core }: SpuriousPath): number {
  // Before the steps is the start.
  const last = core.findLastIndex((conditions) => conditions.length > 0);
  return Math.max(0, last - 1);
}

/** What a strategy asks to be known at a cut: a formula over the program's variables. */
export interface CutFormula {
  readonly cut: number;
  readonly formula: Expr;
}

/** What is known at the cuts of a path, from the first on; null: nothing that the strategy is able to say. */
export type RefinementStrategy = (path: SpuriousPath) => Promise<readonly CutFormula[] | null>;
