import type { Execution } from '../ir/execution.js';
import type { System } from '../ir/system.js';
import type { Property } from '../ir/program.js';
import type { MemoryModel } from '../memory/model.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** Why there is no answer; the `reason` of the JSON document. */
export type UnknownReason =
  | 'timeout'
  | 'memory'
  | 'interrupted'
  /** The buffer bound was reached. */
  | 'overflow'
  /** A value left the range of integers that the engine computes with. */
  | 'integer-limit'
  /** Only the values of --havoc-range were tried. */
  | 'havoc-range'
  /** Another property is violated, and the search was not worth going on with for this one. */
  | 'after-violation'
  | 'spurious'
  /** The engine found a violation that the replayer could not check within its limits. */
  | 'unconfirmed'
  /** An execution ended at a violated div, bounds or range: what would come after it is not known. */
  | 'cut-off'
  /** No state is left after the initialisation, or a thread cannot begin: the program says nothing. */
  | 'vacuous'
  /** A jump leads to a label that is not there. */
  | 'astray';

export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'unsafe'; readonly execution: Execution }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

/** What every engine is asked. Engines never parse, print or exit. */
export interface EngineRequest {
  readonly system: System;
  readonly model: MemoryModel;
  /** The properties to decide: a subset of the system's, or `deadlock`. */
  readonly properties: readonly Property[];
  readonly limits: Limits;
  readonly progress: ProgressListener;
}

export interface Limits {
  /** Aborted by the user, or by the clock with reason `timeout`. Engines look at it at least every 100 ms. */
  readonly signal: AbortSignal;
  /** A point of performance.now() at which to stop, or null. */
  readonly deadline: number | null;
  /** Memory for states in MB, or null. */
  readonly memoryMB: number | null;
  /** Once a property is violated, nobody asks about the others. */
  readonly firstViolation?: true;
  /** A property that was asked of somebody else is violated already. */
  readonly isLost?: boolean;
}

/** One line about long work: states, states a second, frontier, memory. */
export type ProgressListener = (progress: Progress) => void;

export interface Progress {
  readonly phase: string;
  readonly states: number;
  readonly frontier: number;
  readonly seconds: number;
}

export interface EngineResult {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly warnings: readonly Diagnostic[];
  readonly stats: EngineStats;
}

/** The counters of the JSON document that an engine fills in; the rest stays 0. */
export interface EngineStats {
  readonly states: number;
  readonly transitions: number;
  readonly checkSeconds: number;
  /** Of the table of states. */
  readonly tableBytes: number;
}
