import { gcd, lcm } from '../../../support/divisors.js';

/** sum of factors[i] * x[i] == constant, in whole numbers without a common divisor. */
export interface LinearEquation {
  readonly factors: readonly bigint[];
  readonly constant: bigint;
}

/**
 * All equations that points fulfil: the smallest affine space that holds them all (Karr 1976), which grows point by point.
 */
export class AffineHull {
  /** Directions in which points differ, each with its first factor in another place. */
  readonly #directions: { readonly place: number; readonly factors: readonly bigint[] }[] = [];

  constructor(private readonly origin: readonly bigint[]) {}

  add(point: readonly bigint[]): void {
    if (this.#directions.length === this.origin.length) return;
    let rest = point.map((value, i) => value - (this.origin[i] ?? 0n));
    for (const direction of this.#directions) rest = without(rest, direction.place, direction.factors);
    const place = rest.findIndex((factor) => factor !== 0n);
    if (place < 0) return;
    const factors = reduced(rest);
    for (const [i, direction] of this.#directions.entries())
      this.#directions[i] = {
        ...direction,
        factors: reduced(without(direction.factors, place, factors)),
      };
    this.#directions.push({ place, factors });
  }

  /** Each tells the value of one place by those of others. */
  equations(): readonly LinearEquation[] {
    const told = new Set(this.#directions.map(({ place }) => place));
    return this.origin.flatMap((_, free) => {
      if (told.has(free)) return [];
      const scale = this.#directions.reduce(
        (product, { place, factors }) => lcm(product, factors[place] ?? 1n),
        1n,
      );
      const sum = this.origin.map((__, i) => (i === free ? scale : 0n));
      for (const { place, factors } of this.#directions)
        sum[place] = (-scale * (factors[free] ?? 0n)) / (factors[place] ?? 1n);
      const equation = reduced(sum);
      const constant = equation.reduce((total, factor, i) => total + factor * (this.origin[i] ?? 0n), 0n);
      return [{ factors: equation, constant }];
    });
  }
}

/** The vector with 0 in one place, by a multiple of another that has a factor there. */
function without(vector: readonly bigint[], place: number, by: readonly bigint[]): bigint[] {
  const [own, other] = [vector[place] ?? 0n, by[place] ?? 1n];
  if (own === 0n) return [...vector];
  return vector.map((factor, i) => factor * other - own * (by[i] ?? 0n));
}

function reduced(vector: readonly bigint[]): readonly bigint[] {
  const divisor = vector.reduce(gcd, 0n);
  return divisor <= 1n ? vector : vector.map((factor) => factor / divisor);
}
