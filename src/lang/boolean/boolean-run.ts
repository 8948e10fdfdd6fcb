import type { CommandId } from '../expr/ids.js';

/**
 * A run of a Boolean program in which every value is known, complete enough to be run again by anybody: the evidence
 * for `unsafe`. It begins with the initialisation, in the state in which every variable is false.
 */
export interface BooleanRun {
  readonly steps: readonly BooleanStep[];
}

export interface BooleanStep {
  readonly thread: number;
  readonly command: CommandId;
  /** What each `*` was, in the order of the text: of the guard, then of the updates in their order. */
  readonly anys: readonly boolean[];
  /** What each update has made of its target, in order. */
  readonly values: readonly boolean[];
}
