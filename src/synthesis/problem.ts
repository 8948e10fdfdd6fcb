import type { UnknownReason } from '../ir/verdict.js';
import type { Choice, Clause } from './clause.js';
import type { Stop } from './report.js';

/** What is to be found: a smallest set of candidates, numbered from 0, with which the properties hold. */
export interface Problem {
  readonly count: number;
  ask(choice: Choice): Promise<Answer>;
}

export type Answer =
  | { readonly kind: 'holds' }
  /** The clause is false of the choice that was asked for. */
  | { readonly kind: 'violated'; readonly property: string; readonly clause: Clause }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

export type Unknown = Extract<Answer, { kind: 'unknown' }>;

/** What a search for sets came to. */
export interface Solution {
  /** Sets that suffice, in the order in which they were found; none: no set does, or there is no answer. */
  readonly sets: readonly Choice[];
  /** True: no smaller set suffices. `relative`: none does of those that could be decided. False: nobody knows. */
  readonly minimal: boolean | 'relative';
  /** Whether no other set of that size suffices. */
  readonly complete: boolean;
  /** Null: it was done. */
  readonly stop: Stop | null;
  readonly counterexamples: readonly Counterexample[];
  readonly queries: number;
}

export interface Counterexample {
  readonly choice: Choice;
  readonly property: string;
  readonly clause: Clause;
}
