import type { EdgeId, LocalId, LocationId, ThreadId } from '../../lang/expr/ids.js';
import type { DualProgram, UnfoldedOp } from './dual-program.js';

/** A system as the dual engine takes it, and the way back. */
export interface Unfolding {
  readonly program: DualProgram<UnfoldedOp>;
  /** As the kinds of the program. */
  readonly kinds: readonly KindOrigin[];
}

export interface KindOrigin {
  /** The threads of the system that run it. */
  readonly threads: readonly ThreadId[];
  readonly states: readonly StateOrigin[];
  /**
   * As the kind's transitions: the edges that the thread takes, in one go. The transitions that follow for the later stores
   * of these edges have none: they stand for nothing but the moment at which a store reaches memory.
   */
  readonly transitions: readonly (readonly EdgeTaken[])[];
}

export type StateOrigin =
  /** Locals that do not matter any more are absent. The locals are those of the first of the threads. */
  | {
      readonly kind: 'place';
      readonly location: LocationId;
      readonly locals: ReadonlyMap<LocalId, bigint>;
    }
  /** The edges have been taken, but not all of their stores have reached memory. */
  | { readonly kind: 'underway' }
  /** The property of kind assert, div, bounds or range has been violated, and that is all that matters. */
  | { readonly kind: 'violation'; readonly property: string };

export interface EdgeTaken {
  readonly edge: EdgeId;
  /** One value for each havoc action. */
  readonly havoc: readonly bigint[];
}
