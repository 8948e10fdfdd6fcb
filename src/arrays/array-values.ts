import type { Linear } from '../lang/arrays/array-system.js';
import { unsupported } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';

/**
 * Values of all types are integers: the place of a constructor, the number of a process (from 1), the number of an
 * abstract value (from 0), and for numbers so many times 1 / `scale` of the instance, so that reals are exact.
 *
 * What is at most `free` stands for a value that nobody has looked at yet: it may be any of its type. States with free
 * values stand for many, and are split where a step depends on the value.
 */
export type ArrayValue = number;

export const free: ArrayValue = -(2 ** 30);

export const isFree = (value: ArrayValue): boolean => value <= free;

/** No number of a state is further from 0 than this, which leaves sums with a few constants exact and above `free`. */
export const largestValue = 2 ** 24;

/** More often than this a constant is not added to itself, so that sums stay small. */
const largestFactor = 16n;

/** The number as a multiple of 1 / scale. */
export function scaledNumber(
  { numerator, denominator, constants }: Linear,
  scale: number,
  span: Span,
): number {
  const value = (numerator * BigInt(scale)) / denominator;
  const isSmall = value <= BigInt(largestValue) && value >= -BigInt(largestValue);
  if (!isSmall)
    unsupported('the number is too large to run the system with it', span, 'write smaller numbers');
  for (const { factor } of constants) {
    if (factor > largestFactor || factor < -largestFactor)
      unsupported('a constant is added to itself too often to run the system', span, 'take --engine mcmt');
  }
  return Number(value);
}

/** Three-valued truth, as numbers because it is computed for every state and step. */
export type Truth = 0 | 1 | 2;
export const no: Truth = 0;
export const yes: Truth = 1;
/** It depends on free values. */
export const unsure: Truth = 2;
