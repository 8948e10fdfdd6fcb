/**
 * How a target is reached in the dual semantics: the order in which processes touch memory. What they read in between is
 * left out: with the values that memory goes through it is easily found.
 */
export interface Run {
  /** Those that matter, with the states that they begin in; all others do not move. */
  readonly processes: readonly { readonly kind: number; readonly begin: number }[];
  readonly beginning: number;
  /** The values of all cells at the begin. */
  readonly memory: readonly number[];
  readonly steps: readonly RunStep[];
  /** Where each process is at the end. */
  readonly ends: readonly number[];
}

/** The process writes or waits for its buffer, by this transition of its kind. */
export interface RunStep {
  readonly process: number;
  readonly transition: number;
}
