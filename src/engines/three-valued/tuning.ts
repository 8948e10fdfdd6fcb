/** Choices of speed alone; tests make other ones, so that small programs go the ways of large ones. */
export interface Tuning {
  /** A condition with more terms than this is data for a loop, not text. */
  readonly inlineTerms: number;
  /** Bits of a word that are used. */
  readonly wordBits: number;
}

export const usual: Tuning = { inlineTerms: 5, wordBits: 32 };
