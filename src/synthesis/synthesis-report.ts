import type { VerifyReport } from '../ask/report.js';
import type { UnknownReason } from '../lang/run/verdict.js';
import type { ReadingOptions } from '../frontends/frontend.js';
import type { Program } from '../lang/program/program.js';
import type { Trace } from '../lang/run/trace.js';
import type { OvertakingAction, ToldAction } from '../lang/run/reordering-text.js';
import type { FoundKind, GoalName } from '../options/fence-wishes.js';

export type { GoalName };
import type { FencePoint, LockableStore } from '../pass/fence-points.js';

/** What must be put into a program for its properties to hold, and how that was found. */
export type FencesReport = AtomicWritesReport | FenceSetsReport;

/** Which fences to put in, or which ones may go. */
export interface FenceSetsReport {
  /** What is wrong with the input; what the engine said of a set that suffices, or of one that does not if none does. */
  readonly verify: VerifyReport;
  readonly kind: 'fence';
  readonly goal: GoalName;
  /** Whether the sets are of fences to put in, or of those that may go. */
  readonly task: FenceTask;
  readonly algorithm: 'exact';
  /** Null: it did not come to that. */
  readonly found: FoundFences | null;
}

export type FenceTask = 'add' | 'remove';

export interface FoundFences extends Omit<FoundSets, 'sets' | 'counterexamples'> {
  readonly sets: readonly (readonly FoundFence[])[];
  /** Of what is put in, or of what stays; null: no set is known. */
  readonly cost: number | null;
  /** No set that suffices costs less. */
  readonly atLeast: number;
  /** The cheapest set that is known to suffice, where the search has ended before it was done. */
  readonly sufficient: readonly FoundFence[] | null;
  /** Why a set that might have sufficed was passed over; null: none was. */
  readonly undecided: SynthesisStop | null;
  /** One clause each. */
  readonly counterexamples: readonly {
    readonly property: string;
    readonly some: readonly FoundFence[];
    readonly unless: readonly FoundFence[];
  }[];
  /** Of the first set: what goes wrong if one fence is left out. */
  readonly missing: readonly MissingFence[];
  /** The program as it was read, with what it was read, and with the first set; null: there is none. */
  readonly fenced: {
    readonly original: Program;
    readonly program: Program;
    readonly reading: ReadingOptions;
  } | null;
}

/** A fence, or a store as a locked instruction, at its place. */
export interface FoundFence {
  readonly kind: FoundKind;
  readonly thread: string;
  readonly line: number | null;
  readonly label: string | null;
  /** That of the store beside it. */
  readonly variable: string | null;
  /** `after store x = 1`. */
  readonly place: string;
  /** Where it goes in the text. */
  readonly at: FencePoint | LockableStore;
}

/** A set without one of its fences. */
export interface MissingFence {
  readonly fence: FoundFence;
  readonly property: string | null;
  /** Null: it is not known to go wrong. */
  readonly trace: Trace | null;
  /** How long the run is. */
  readonly steps: number | null;
  readonly reorderings: readonly ToldReordering[];
}

/** A write that waits while its thread goes on. */
export interface ToldReordering {
  readonly thread: string;
  readonly store: ToldAction;
  /** A variable that is read or written meanwhile. */
  readonly before: OvertakingAction;
}

/** Which writes must be atomic. */
export interface AtomicWritesReport {
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
