/** Why formulas about differences contradict each other. */
export type Refutation =
  /** Constraints x - y <= c, each beginning where the one before ends, whose sum is negative: 0 <= the sum. */
  | { readonly kind: 'cycle'; readonly edges: readonly CycleEdge[] }
  /** A formula says that one of several cases holds; each is refuted. */
  | { readonly kind: 'cases'; readonly formula: number; readonly cases: readonly Refutation[] };

export interface CycleEdge {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  /** The position of the formula that says so; null: the type of the variable does. */
  readonly formula: number | null;
}
