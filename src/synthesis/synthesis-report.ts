import type { VerifyReport } from '../ask/report.js';
import type { UnknownReason } from '../lang/run/verdict.js';

/** What must be put into a program for its properties to hold, and how that was found. */
export interface FencesReport {
  /** What is wrong with the input; what the engine said of a set that suffices, or of one that does not if none does. */
  readonly verify: VerifyReport;
  readonly kind: 'atomic';
  readonly algorithm: Algorithm;
  readonly waits: 'own' | 'all';
  /** Null: it did not come to that. */
  readonly found: FoundSets | null;
}

export type Algorithm = 'exact' | 'hazard';

/** Why a search ended before it was done. */
export interface SynthesisStop {
  readonly reason: UnknownReason | 'heuristic';
  readonly detail: string;
}

export interface FoundSets {
  /** True: no smaller set suffices. `relative`: none does of those that could be decided. False: nobody knows. */
  readonly minimal: boolean | 'relative';
  /** Whether no other set of that size suffices. */
  readonly complete: boolean;
  /** Null: it was done. */
  readonly stop: SynthesisStop | null;
  readonly queries: number;
  /** How many writes there are to choose from. */
  readonly candidates: number;
  readonly sets: readonly (readonly FoundWrite[])[];
  readonly counterexamples: readonly FoundCounterexample[];
}

/** A write that is to be atomic. */
export interface FoundWrite {
  readonly thread: string;
  readonly line: number | null;
  readonly label: string | null;
  readonly variable: string;
  /** As files of atomic writes name it. */
  readonly transition: string;
  /** As in `store x = 1`. */
  readonly action: string;
}

/** A set that has none of `some`, and all of `unless`, has this counterexample still. */
export interface FoundCounterexample {
  readonly property: string;
  readonly some: readonly FoundWrite[];
  readonly unless: readonly FoundWrite[];
}
