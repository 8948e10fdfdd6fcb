import type { CellId, LocalId, SharedId, ThreadId } from '../../../lang/expr/ids.js';

/**
 * Threads that the program does not tell apart. A permutation of them goes with one of what belongs to them: the i-th local
 * and the i-th cell of a member go to the i-th of the member in its place, and where a variable holds the name of a member
 * it then holds the name of that one. With all of that exchanged the program is the same.
 */
export interface ThreadGroup {
  readonly threads: readonly ThreadId[];
  /** By member. */
  readonly locals: readonly (readonly LocalId[])[];
  /** By member. */
  readonly cells: readonly (readonly CellId[])[];
  readonly names: readonly MemberNames[];
  /** The initial states are the same, too. */
  readonly startsAlike: boolean;
}

/** The numbers that some variables know the members by. */
export interface MemberNames {
  readonly locals: ReadonlySet<LocalId>;
  readonly shared: ReadonlySet<SharedId>;
  /** By member. */
  readonly values: readonly number[];
}
