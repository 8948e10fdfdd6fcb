import type { SignedAtom } from './signed-atoms.js';
import type { CubeCode } from './literals.js';
import type { LooseEnds } from './loose-ends.js';

/** A question about cubes as both ways to search take it. */
export interface CubeQuestion {
  readonly guard: readonly SignedAtom[];
  /** Null: `false`. */
  readonly goal: SignedAtom | null;
  /** The predicates that cubes may be made of, as positions in order. */
  readonly predicates: readonly number[];
  readonly maxSize: number;
  /** Of these predicates, between them and with guard and goal. */
  readonly ends: LooseEnds;
  /** The cube is one of those that are infeasible, or that exclude the guard. */
  readonly isExcluded: (cube: CubeCode) => boolean;
  /** Asked of a cube that implies the goal: it cannot hold together with the guard, though it is not among those. */
  readonly isImpossible: (cube: CubeCode) => boolean;
}
