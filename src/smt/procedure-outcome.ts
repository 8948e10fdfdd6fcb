/** What a procedure finds out about formulas assumed together. */
export type ProcedureOutcome =
  /** Values by number of variable; NaN where a machine number would not be exact. */
  | { readonly kind: 'sat'; readonly values: number[] }
  /** Positions of formulas that contradict each other, ascending. */
  | { readonly kind: 'unsat'; readonly core: readonly number[] }
  | { readonly kind: 'unknown' };

export const unknownOutcome: ProcedureOutcome = { kind: 'unknown' };
