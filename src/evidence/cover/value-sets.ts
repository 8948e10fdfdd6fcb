import type { AllowedValues } from '../../lang/run/state-cover.js';

/** The only value; null: there are several. */
export const onlyValue = (set: AllowedValues): bigint | null =>
  set !== null && set.length === 1 ? (set[0] ?? null) : null;

/** Different values as a set has them. */
export const ascending = (values: Iterable<bigint>): readonly bigint[] =>
  [...values].sort((a, b) => (a < b ? -1 : 1));
