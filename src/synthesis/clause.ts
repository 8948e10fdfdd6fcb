import { numbersBelow } from '../support/lists.js';

/**
 * What a counterexample says of the sets that could be chosen. A set that contains none of `some` and all of `unless` has
 * the counterexample, too; so a set that suffices contains one of `some`, or does without one of `unless`.
 */
export interface CandidateClause {
  readonly some: readonly number[];
  readonly unless: readonly number[];
}

/** A set of candidates, by their numbers. */
export type CandidateSet = ReadonlySet<number>;

export const satisfies = (choice: CandidateSet, { some, unless }: CandidateClause): boolean =>
  some.some((n) => choice.has(n)) || unless.some((n) => !choice.has(n));

/** Every other set satisfies it. */
export const allBut = (choice: CandidateSet, count: number): CandidateClause => ({
  some: numbersBelow(count).filter((n) => !choice.has(n)),
  unless: [...choice],
});
