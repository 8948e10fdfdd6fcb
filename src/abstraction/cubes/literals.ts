import { at } from '../../support/invariant.js';

/** A predicate or its negation as a number: twice the predicate's position, plus one where it is negated. */
export type LiteralCode = number;

/** A conjunction of predicates and negated predicates, in increasing order; no predicate is in it twice. */
export type CubeCode = readonly LiteralCode[];

export const literalCode = (predicate: number, positive: boolean): LiteralCode =>
  2 * predicate + (positive ? 0 : 1);
export const predicateOf = (literal: LiteralCode): number => literal >> 1;
export const isPositive = (literal: LiteralCode): boolean => (literal & 1) === 0;
export const negated = (literal: LiteralCode): LiteralCode => literal ^ 1;

/** Equal cubes have equal keys. */
export const cubeKey = (cube: CubeCode): string => cube.join();

/** Each once, in the order in which they come first. */
export const distinctCubes = (cubes: readonly CubeCode[]): readonly CubeCode[] => [
  ...new Map(cubes.map((cube) => [cubeKey(cube), cube])).values(),
];

export function isSubset(small: CubeCode, large: CubeCode): boolean {
  let i = 0;
  for (const literal of small) {
    while (i < large.length && at(large, i) < literal) i++;
    if (i === large.length || at(large, i) !== literal) return false;
    i++;
  }
  return true;
}

/** Smaller cubes first, then by their literals. */
export function compareCubes(a: CubeCode, b: CubeCode): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const [i, literal] of a.entries()) {
    const difference = literal - at(b, i);
    if (difference !== 0) return difference;
  }
  return 0;
}
