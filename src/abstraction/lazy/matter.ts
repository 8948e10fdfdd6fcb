import type { Mask } from './mask.js';

/** What of a valuation matters to a transformer; it depends on which predicates are known. */
export interface Matter {
  /** Known predicates that guard, updates or what is asked are connected to. */
  readonly cone: Mask;
  /** Predicates that may be another thing after the step, or become known by the guard. */
  readonly asked: Mask;
  /** Unknown predicates that the guard could settle. */
  readonly touched: Mask;
}
