import type { EngineOptions } from '../engines/question.js';
import type { FairnessName } from '../memory/fairness.js';
import type { MemoryModel } from '../memory/model.js';
import type { AbstractionOptions } from './abstraction-options.js';

export interface VerifyInput {
  readonly path: string;
  /** As given with --lang; null: by the extension. */
  readonly language: string | null;
}

/** What is asked of a program, in the terms of the command line but checked. */
export interface VerifyOptions {
  readonly model: MemoryModel;
  /** The name of an engine, or `auto`. */
  readonly engine: string;
  /** For the abstract engine; others look at none of it. */
  readonly abstraction: AbstractionOptions;
  /**
   * The most buffered writes: one number for all, or one for each named variable; null: any number, or what it takes where
   * the engine needs a bound.
   */
  readonly bound: number | ReadonlyMap<string, number> | null;
  /** How many threads each process is; `any`: any number; null: not told. */
  readonly procs: number | 'any' | null;
  /** Names of the properties to decide; empty: all. */
  readonly properties: readonly string[];
  readonly extraInvariants: readonly string[];
  /** Temporal formulas, like these. */
  readonly extraFormulas?: readonly string[];
  /** Which runs count for temporal properties; absent: those that leave no write in a buffer for ever. */
  readonly fairness?: FairnessName;
  readonly havocRange: { readonly lo: bigint; readonly hi: bigint } | null;
  readonly deadlock: boolean;
  /** Names the writes that are atomic; absent: none is. */
  readonly atomicFile?: string;
  readonly timeoutSeconds: number | null;
  readonly memoryMB: number | null;
}

/** What may be asked of a file, whatever it holds. */
export type AskOptions = VerifyOptions &
  Pick<EngineOptions, 'merge' | 'maxProcs' | 'search' | 'brab' | 'reduction'>;
