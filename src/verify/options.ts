import type { MemoryModel } from '../memory/model.js';

export interface VerifyInput {
  readonly path: string;
  /** As given with --lang; null: by the extension. */
  readonly language: string | null;
}

/** What is asked of a program, in the terms of the command line but checked. */
export interface VerifyOptions {
  readonly model: MemoryModel;
  readonly engine: 'auto' | 'explicit';
  /** The most buffered writes: one number for all, or one for each named variable; null: any number. */
  readonly bound: number | ReadonlyMap<string, number> | null;
  readonly procs: number | null;
  /** Names of the properties to decide; empty: all. */
  readonly properties: readonly string[];
  readonly extraInvariants: readonly string[];
  readonly havocRange: { readonly lo: bigint; readonly hi: bigint } | null;
  readonly deadlock: boolean;
  readonly timeoutSeconds: number | null;
  readonly memoryMB: number | null;
}
