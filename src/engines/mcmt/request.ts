import type { ArraySystem } from '../../lang/arrays/array-system.js';
import type { CubeProof } from '../../lang/arrays/stated-cube.js';
import type { Limits, ProgressListener } from '../../search/limits.js';
import type { Verdict } from '../../lang/run/verdict.js';
import type { ArrayEvidence } from '../question.js';
import type { Proof } from './steps/proof.js';
import type { SearchOrder } from '../options/backward-rows.js';
import type { SearchStats } from './search.js';
import type { Stage } from './stages.js';

export interface BackwardRequest {
  readonly system: ArraySystem;
  /** Weak cells are written through buffers. */
  readonly tso: boolean;
  /** The clauses of `unsafe` to decide. */
  readonly clauses: readonly number[];
  /** In the place of the system's own `number_procs`. */
  readonly maxProcs: number | null;
  readonly order: SearchOrder;
  /** How many processes the states have that guesses are taken from; null: no guesses; `auto`: where the plain search takes long. */
  readonly brab: number | 'auto' | null;
  /** In the place of those that follow from `brab`. */
  readonly stages?: readonly Stage[];
  /** Whether orders of events that make no difference are left out; under SC there are none. */
  readonly reduced: boolean;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Whether the plain semantics has such a run. */
  readonly confirm: (proof: Proof) => Promise<PathConfirmation>;
  /** Hears of a violation that was found in another way. */
  readonly found?: (evidence: ArrayEvidence) => void;
  /** Hears of what is done: clauses. */
  readonly note?: ((clause: string) => void) | undefined;
}

/** `open`: that could not be found out. */
export type PathConfirmation = 'run' | 'no-run' | 'open';

export type BackwardVerdict = Verdict<{ readonly clause: number }>;

export interface BackwardResult {
  /** For each clause that was asked for, in that order. */
  readonly verdicts: readonly BackwardVerdict[];
  /** Invariants of the file that some run violates: they were not relied on. */
  readonly refuted: readonly number[];
  /** There are no initial states: nothing can happen. */
  readonly isEmpty: boolean;
  /** What shows that all clauses that were asked for are safe; null: they are not, or it is told in another way. */
  readonly proof: CubeProof | null;
  readonly stats: BackwardStats;
}

export interface BackwardStats extends SearchStats {
  readonly linearQueries: number;
  /** Of these, those that Z3 was asked. */
  readonly z3Calls: number;
  /** Larger cubes that were tried in the place of others. */
  readonly guesses: number;
  readonly seconds: number;
}
