import type { Expr } from '../lang/expr/expr.js';

/** A condition whose truth is tracked, over the variables of a command program. */
export interface Predicate {
  readonly formula: Expr;
  readonly origin: PredicateOrigin;
}

/** Which rule of paper 003 made it (1 to 7 for PSO, 8 to 14 for TSO), and from which SC predicate. */
export interface PredicateOrigin {
  readonly rule: RuleNumber | null;
  readonly from: Expr | null;
  /** It speaks of what a statement has loaded, and no rule made it. */
  readonly loaded?: true;
}

export type RuleNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;
