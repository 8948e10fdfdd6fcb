import type { Expr } from '../../lang/expr/expr.js';

/** A relation of Horn clauses, over variables of one symbolic state. */
export interface HornRelation {
  readonly name: string;
  readonly variables: readonly Expr[];
}

export interface HornClause {
  /** As in `step store x = 1 of P`. */
  readonly says: string;
  /** Of the state before. */
  readonly body: readonly HornRelation[];
  readonly guard: Expr;
  readonly head: HornHead;
}

export type HornHead =
  /** Of the state behind: what is not written is as before. */
  | {
      readonly kind: 'relation';
      readonly relation: HornRelation;
      readonly written: ReadonlyMap<Expr, Expr>;
    }
  /** The property with this number is violated. */
  | { readonly kind: 'violated'; readonly number: number };

export interface HornSystem {
  readonly relations: readonly HornRelation[];
  readonly clauses: readonly HornClause[];
  /** What can be violated: by number, from 0 on. */
  readonly violations: readonly string[];
}
