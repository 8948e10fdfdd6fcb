import type { UnknownReason } from '../lang/run/verdict.js';
import type { Limits } from '../search/limits.js';
import type { CandidateSet, CandidateClause } from './clause.js';
import type { FoundSets } from './synthesis-report.js';

/** What is to be found: a cheapest set of candidates, numbered from 0, with which the properties hold. */
export interface SelectionProblem {
  /** What each candidate costs. */
  readonly costs: readonly number[];
  /** Those that do no more than cheaper ones are left out where many are asked about at once; absent: there are none. */
  readonly isRedundant?: (candidate: number) => boolean;
  readonly limits: Limits;
  /** For the search for others once a set is known, where that is to end sooner. */
  readonly limitsOnceFound?: Limits;
  ask(choice: CandidateSet): Promise<ChoiceAnswer>;
}

export type ChoiceAnswer =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violated';
      readonly property: string;
      /** False of the choice that was asked for. */
      readonly clause: CandidateClause;
      /** Which candidate a heuristic would take; null: none comes to mind. */
      readonly proposal: number | null;
    }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

export type UnknownAnswer = Extract<ChoiceAnswer, { kind: 'unknown' }>;

/** What a search for sets came to. */
export interface Solution extends Pick<FoundSets, 'minimal' | 'complete' | 'stop' | 'queries'> {
  /** Sets that suffice, in the order in which they were found; none: no set does, or there is no answer. */
  readonly sets: readonly CandidateSet[];
  readonly counterexamples: readonly Counterexample[];
  /** No set that suffices costs less than this. */
  readonly atLeast: number;
  /** The cheapest set that is known to suffice; null: none is. */
  readonly sufficient: CandidateSet | null;
  /** Why the first set that was passed over was not decided; null: none was. */
  readonly undecided: UnknownAnswer | null;
}

export interface Counterexample {
  readonly choice: CandidateSet;
  readonly property: string;
  readonly clause: CandidateClause;
}

/** Hears before each question what would be told if there were no answer to it. */
export type SolutionListener = (told: (why: UnknownAnswer) => Solution) => void;
