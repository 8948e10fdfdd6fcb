/** Why there is no answer; the `reason` of the JSON document. */
export type UnknownReason =
  | 'timeout'
  | 'memory'
  | 'interrupted'
  /** The buffer bound was reached. */
  | 'overflow'
  /** A value left the range of integers that the engine computes with. */
  | 'integer-limit'
  /** Only the values of --havoc-range were tried. */
  | 'havoc-range'
  /** Another property is violated, and the search was not worth going on with for this one. */
  | 'after-violation'
  | 'spurious'
  /** The engine found a violation that the replayer could not check within its limits. */
  | 'unconfirmed'
  /** An execution ended at a violated div, bounds or range: what would come after it is not known. */
  | 'cut-off'
  /** No state is left after the initialisation, or a thread cannot begin: the program says nothing. */
  | 'vacuous'
  /** More objects are made than `--allocations` says. */
  | 'allocations'
  /** A value is read that nothing was written to, or a pointer is used that C gives no certain value. */
  | 'unset'
  /** A jump leads to a label that is not there. */
  | 'astray';

export interface Safe {
  readonly kind: 'safe';
}

export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** More about the reason. */
  readonly detail: string;
}

/** What is said of a property. A violation comes with the evidence of it, in terms of whoever has found it. */
export type Verdict<Evidence extends object> = Safe | ({ readonly kind: 'unsafe' } & Evidence) | Unknown;
