/**
 * How a target is reached in the dual semantics: the order in which processes touch memory. What they read in between is
 * left out: with the values that memory goes through it is easily found.
 */
export interface DualRun {
  /** Those that matter; all others do not move. */
  readonly processes: readonly RunProcess[];
  readonly beginning: number;
  /** The values of all cells at the begin. */
  readonly memory: readonly number[];
  readonly steps: readonly DualRunStep[];
  /** Where each process is at the end. */
  readonly ends: readonly number[];
}

export interface RunProcess {
  readonly kind: number;
  /** The state that it begins in. */
  readonly begin: number;
  /** Which of its kind the target means by it; null: any. */
  readonly nth: number | null;
}

/** The process writes or waits for its buffer, by this transition of its kind. */
export interface DualRunStep {
  readonly process: number;
  readonly transition: number;
}
