import type { SharedId } from '../lang/expr/ids.js';
import type { MemoryModel } from './model.js';

/**
 * How many writes may be buffered before a path is cut as an overflow: in a thread under TSO, to each cell of a thread
 * under PSO. By paper 003, Fig. 5 and 12, a store overflows exactly if it finds that many entries.
 */
export type Bound =
  | { readonly all: number }
  /** By shared variable, for each of its cells; no entry: any number. */
  | { readonly perShared: ReadonlyMap<SharedId, number> };

/** As people give it: one number for all variables, or one for each named one; null: none, or what it takes where an engine needs one. */
export type GivenBound = number | ReadonlyMap<string, number> | null;

/** The buffers that the store-buffer passes write into a program. */
export interface BufferSpec {
  readonly model: MemoryModel;
  readonly bound: Bound;
  /** For verifiers: the thread makes its flushes itself, between its steps, or a thread for each queue does, whatever costs less; absent: a thread beside it does. */
  readonly ownFlushes?: true;
}
