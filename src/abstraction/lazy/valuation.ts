import { emptyMask } from './mask.js';
import type { Mask } from './mask.js';

/** What is known of each predicate. */
export interface Valuation {
  readonly isTrue: Mask;
  readonly isFalse: Mask;
}

export const nothingKnown = (words: number): Valuation => ({
  isTrue: emptyMask(words),
  isFalse: emptyMask(words),
});
