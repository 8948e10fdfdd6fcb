import type { AllowedValues } from '../../lang/run/state-cover.js';

/** What both have; undefined: nothing. */
export function common(a: AllowedValues, b: AllowedValues): AllowedValues | undefined {
  if (a === null) return b;
  if (b === null) return a;
  if (a.length === 1 && b.length === 1) return a[0] === b[0] ? a : undefined;
  const found = a.filter((value) => b.includes(value));
  return found.length === a.length ? a : found.length === 0 ? undefined : found;
}

/** What is in the first only: undefined: nothing; null: endless. */
export function rest(a: AllowedValues, b: AllowedValues): AllowedValues | undefined {
  if (b === null) return undefined;
  if (a === null) return null;
  const found = a.filter((value) => !b.includes(value));
  return found.length === 0 ? undefined : found;
}

/** The only value; null: there are several. */
export const onlyValue = (set: AllowedValues): bigint | null =>
  set !== null && set.length === 1 ? (set[0] ?? null) : null;

/** Different values as a set has them. */
export const ascending = (values: Iterable<bigint>): readonly bigint[] =>
  [...values].sort((a, b) => (a < b ? -1 : 1));
