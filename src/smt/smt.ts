import type { Expr } from '../lang/expr/expr.js';
import type { Type } from '../lang/expr/type.js';
import type { Brand } from '../support/brand.js';

/**
 * Stands for a formula in queries: where the literal is assumed the formula holds. One-sided: where it is not assumed
 * nothing is said. The same formula has the same literal, so literals are made once and checked often.
 */
export type Literal = Brand<number, 'Literal'>;

/**
 * Formulas are expressions of type bool over scalar variables: each `local` node, and each `shared` node without an index
 * or with a constant one, is a variable by itself. Division and remainder truncate, and are total here: what they are for
 * a divisor of 0 is left open, so whoever cares adds `divisor != 0`.
 */
export interface Smt {
  /** Fetches the procedures that the formulas need; all formulas of later literals should have been told. */
  prepare(formulas: Iterable<Expr>): Promise<void>;
  literal(formula: Expr): Literal;
  /** Whether all assumed formulas can hold together, with every variable within its type. */
  check(assumptions: readonly Literal[]): Answer;
  /** Whether the formula holds in the model; null if it cannot be told with machine numbers. */
  holds(formula: Expr, model: SmtModel): boolean | null;
  readonly counts: SmtCounts;
  dispose(): void;
}

export type Answer =
  /** The model is null if some of its values are beyond what machine numbers hold exactly. */
  | { readonly kind: 'sat'; readonly model: SmtModel | null }
  /** Assumptions that contradict each other; none of them is needless as far as was easy to see. */
  | { readonly kind: 'unsat'; readonly core: readonly Literal[] }
  /** The budget of the query was used up. */
  | { readonly kind: 'unknown' };

/** A value for every variable that any formula has mentioned so far; truth is 0 or 1. */
export interface SmtModel {
  /** By the number of the variable (`Smt` numbers them as it meets them); later ones have their type's default. */
  readonly values: readonly number[];
  value(variable: Expr): bigint;
}

/** Queries after all caches: of any procedure, and of each. */
export interface SmtCounts {
  readonly smtCalls: number;
  readonly z3Calls: number;
  readonly dlCalls: number;
}

export type SolverChoice = 'auto' | 'z3' | 'dl';

export interface SmtOptions {
  readonly solver: SolverChoice;
  readonly typeOf: (variable: Expr) => Type;
  /** Z3's resource units that a query may use; null: the usual budget. */
  readonly rlimit?: number | null;
  /** A query that begins now may take so long: nobody can end it from outside. Absent: there is no such limit. */
  readonly secondsLeft?: () => number;
  /** For messages that name a formula. */
  readonly print?: (formula: Expr) => string;
}
