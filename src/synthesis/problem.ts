import type { UnknownReason } from '../ir/verdict.js';
import type { Choice, Clause } from './clause.js';
import type { FoundSets } from './report.js';

/** What is to be found: a smallest set of candidates, numbered from 0, with which the properties hold. */
export interface Problem {
  readonly count: number;
  ask(choice: Choice): Promise<Answer>;
}

export type Answer =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violated';
      readonly property: string;
      /** False of the choice that was asked for. */
      readonly clause: Clause;
      /** Which candidate a heuristic would take; null: none comes to mind. */
      readonly proposal: number | null;
    }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

export type Unknown = Extract<Answer, { kind: 'unknown' }>;

/** What a search for sets came to. */
export interface Solution extends Pick<FoundSets, 'minimal' | 'complete' | 'stop' | 'queries'> {
  /** Sets that suffice, in the order in which they were found; none: no set does, or there is no answer. */
  readonly sets: readonly Choice[];
  readonly counterexamples: readonly Counterexample[];
}

export interface Counterexample {
  readonly choice: Choice;
  readonly property: string;
  readonly clause: Clause;
}
