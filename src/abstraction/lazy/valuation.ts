import { emptyMask } from '../bits.js';
import type { Mask } from '../bits.js';

/** What is known of each predicate. */
export interface Valuation {
  readonly isTrue: Mask;
  readonly isFalse: Mask;
}

export const nothingKnown = (words: number): Valuation => ({
  isTrue: emptyMask(words),
  isFalse: emptyMask(words),
});
