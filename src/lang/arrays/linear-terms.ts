import { gcd } from '../../support/divisors.js';
import { invariant } from '../../support/invariant.js';
import type { Linear, SymbolId } from './array-system.js';

/** Sums of numeric constants, in the one form that array-system.ts asks for: equal sums are equal data. */

export const zero: Linear = { numerator: 0n, denominator: 1n, constants: [] };

export function rational(numerator: bigint, denominator = 1n): Linear {
  invariant(denominator > 0n, 'a fraction has a positive denominator');
  const divisor = gcd(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor, constants: [] };
}

export const constantOf = (symbol: SymbolId): Linear => ({ ...zero, constants: [{ symbol, factor: 1n }] });

export function plus(left: Linear, right: Linear): Linear {
  const numerator = left.numerator * right.denominator + right.numerator * left.denominator;
  const factors = new Map(left.constants.map(({ symbol, factor }) => [symbol, factor]));
  for (const { symbol, factor } of right.constants) factors.set(symbol, (factors.get(symbol) ?? 0n) + factor);
  const constants = [...factors]
    .filter(([, factor]) => factor !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([symbol, factor]) => ({ symbol, factor }));
  return { ...rational(numerator, left.denominator * right.denominator), constants };
}

export function times(linear: Linear, by: bigint): Linear {
  if (by === 0n) return zero;
  const constants = linear.constants.map(({ symbol, factor }) => ({ symbol, factor: factor * by }));
  return { ...rational(linear.numerator * by, linear.denominator), constants };
}

export const isZero = ({ numerator, constants }: Linear): boolean =>
  numerator === 0n && constants.length === 0;

/** The number, if it is an integer and no constants are in it. */
export const integerOf = ({ numerator, denominator, constants }: Linear): bigint | null =>
  denominator === 1n && constants.length === 0 ? numerator : null;
