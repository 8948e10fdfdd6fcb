import { at } from '../../../support/invariant.js';
import { numbersBelow } from '../../../support/lists.js';

/**
 * Who takes whose place: a permutation of the threads, and one of the literals, as two numbers may stand for each other by one
 * variable: with `turn == 0` for a predicate, where two threads are exchanged so are it and its negation.
 */
export interface Renaming {
  readonly threads: readonly number[];
  /** By variable: what takes the place of its positive literal. */
  readonly literals: readonly number[];
}

/** What takes the place of a literal. */
export const literalImage = ({ literals }: Renaming, literal: number): number =>
  at(literals, literal >> 1) ^ (literal & 1);

export const variableImage = ({ literals }: Renaming, variable: number): number =>
  at(literals, variable) >> 1;

export const nobodyMoves = (threads: number, variables: number): Renaming => ({
  threads: numbersBelow(threads),
  literals: numbersBelow(variables).map((v) => 2 * v),
});

/** Each thread and each variable takes one place, and no two the same. */
export const isPermutation = ({ threads, literals }: Renaming): boolean =>
  new Set(threads).size === threads.length &&
  new Set(literals.map((literal) => literal >> 1)).size === literals.length;

/** First the one, then the other. */
export const afterwards = (first: Renaming, then: Renaming): Renaming => ({
  threads: first.threads.map((t) => at(then.threads, t)),
  literals: first.literals.map((literal) => literalImage(then, literal)),
});

export function inverse(places: readonly number[]): readonly number[] {
  const back = places.map(() => 0);
  for (const [from, to] of places.entries()) back[to] = from;
  return back;
}

/** All that come of doing some of these one after the other, the one in which nobody moves first; null: more than so many. */
export function allRenamings(generators: readonly Renaming[], most: number): readonly Renaming[] | null {
  const [first] = generators;
  if (first === undefined) return [];
  const found = new Map<string, Renaming>();
  const add = (one: Renaming): void => {
    const key = `${one.threads.join()};${one.literals.join()}`;
    if (!found.has(key)) found.set(key, one);
  };
  add(nobodyMoves(first.threads.length, first.literals.length));
  // What is added while the map is walked through is walked through too.
  for (const one of found.values()) {
    for (const generator of generators) add(afterwards(one, generator));
    if (found.size > most) return null;
  }
  return [...found.values()];
}
