import type { FormulaSplit } from './found-predicates.js';
import type { StrategyName } from './strategies/index.js';

/** How predicates are found. */
export interface DiscoverySettings {
  readonly discover: 'templates' | 'refine' | 'both';
  readonly refine: StrategyName;
  readonly split: FormulaSplit;
  /** Violating paths of one search that are refined at once. */
  readonly paths: number;
  /** Constants of one difference after which templates join; 0: never. */
  readonly diverge: number;
  readonly maxPredicates: number;
  readonly maxIterations: number;
}
