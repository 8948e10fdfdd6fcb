import { at } from '../../../support/invariant.js';
import type { TermCode } from './term-codes.js';

/**
 * A fact about a state, in four numbers: a kind, and what it speaks of. The facts of a cube stand one after the other in an
 * Int32Array, ordered.
 */
export const factSize = 4;

export type CubeFact = readonly [kind: number, a: number, b: number, c: number];

/** The fact that begins at `f`. */
export const factAt = (facts: ArrayLike<number>, f: number): CubeFact => [
  at(facts, f),
  at(facts, f + 1),
  at(facts, f + 2),
  at(facts, f + 3),
];

/** `a` has one of the values of the set `b` (a bit for each constructor). */
export const isIn = 0;
/** `a` is process `b`, or constructor number `b` of a large enumeration. */
export const isValue = 1;
export const isNotValue = 2;
/** Terms `a < b` (as codes) have the same value. */
export const areEqual = 3;
export const areUnequal = 4;
/** `a - b` is below the bound `c`, a number of `Bounds`; either may be `noTerm`. */
export const isBelow = 5;
/** `a - b` is not what the bound `c` says. */
export const isNotExactly = 6;
/** Process `a` is before process `b`. */
export const isBefore = 7;

/** A comparison of numbers. */
export const isNumeric = (kind: number): boolean => kind === isBelow || kind === isNotExactly;

/** Calls `visit` with every term of the facts. */
export function eachTerm(facts: ArrayLike<number>, visit: (code: TermCode) => void): void {
  for (let f = 0; f < facts.length; f += factSize) {
    const kind = facts[f] ?? 0;
    if (kind === isBefore) continue;
    const [a, b] = [facts[f + 1] ?? -1, facts[f + 2] ?? -1];
    if (a >= 0) visit(a);
    if (kind >= areEqual && b >= 0) visit(b);
  }
}

/** Those of the terms of the facts, each once. */
export function termsIn(facts: ArrayLike<number>, wanted: (term: TermCode) => boolean): Set<TermCode> {
  const terms = new Set<TermCode>();
  eachTerm(facts, (term) => {
    if (wanted(term)) terms.add(term);
  });
  return terms;
}

/** Those of the facts that are to stay. */
export function keptFacts(facts: readonly number[], stays: (...fact: CubeFact) => boolean): number[] {
  const kept: number[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = factAt(facts, f);
    if (stays(kind, a, b, c)) kept.push(kind, a, b, c);
  }
  return kept;
}

/** Sorted by kind and then by what they speak of; the same fact once. There are few, and they come nearly in order. */
export function sortedFacts(facts: readonly number[]): Int32Array {
  const sorted = new Int32Array(facts.length);
  let length = 0;
  for (let f = 0; f < facts.length; f += factSize) {
    let place = length;
    let difference = 1;
    while (place > 0 && (difference = compareFacts(sorted, place - factSize, facts, f)) > 0)
      place -= factSize;
    if (difference === 0) continue;
    sorted.copyWithin(place + factSize, place, length);
    for (let i = 0; i < factSize; i++) sorted[place + i] = facts[f + i] ?? 0;
    length += factSize;
  }
  return length === sorted.length ? sorted : sorted.slice(0, length);
}

function compareFacts(some: ArrayLike<number>, x: number, others: ArrayLike<number>, y: number): number {
  for (let i = 0; i < factSize; i++) {
    const difference = (some[x + i] ?? 0) - (others[y + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
