/** What going through everything says about robustness. */
export type OracleVerdict =
  | { readonly kind: 'robust' }
  /** `why`: what the weaker model does that SC does not, in words for people. */
  | { readonly kind: 'not-robust'; readonly why: string }
  /** There is more than was allowed to look at, and in what was seen nothing is wrong. */
  | { readonly kind: 'too-much' };

/** How far to go. */
export interface ExhaustionLimits {
  /** How many traces, or states of the machine. */
  readonly most: number;
  /** Of a trace, how many steps of a thread, where loops may go on for ever. */
  readonly mostSteps?: number;
  /** Of a state, how many stores of a thread that wait, where loops may store for ever. */
  readonly mostWaiting?: number;
}
