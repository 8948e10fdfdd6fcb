import type { CellId, EdgeId, LocalId, ThreadId } from '../expr/ids.js';

/**
 * A run of a system under a memory model, complete enough to be run again by anybody: the evidence for `unsafe`.
 * Values are integers; a truth value is 0 or 1.
 */
export interface Execution {
  /** The values chosen for what has no initialiser. What is not listed starts at 0, or its range's low end. */
  readonly initial: InitialChoice;
  readonly steps: readonly Step[];
}

export interface InitialChoice {
  readonly cells: ReadonlyMap<CellId, bigint>;
  readonly locals: ReadonlyMap<LocalId, bigint>;
}

export type Step =
  /** `havoc` holds one value for each havoc action of the edge, in order. */
  | {
      readonly kind: 'edge';
      readonly thread: ThreadId;
      readonly edge: EdgeId;
      readonly havoc: readonly bigint[];
    }
  /** The oldest buffered write of the thread to this cell reaches main memory. */
  | { readonly kind: 'flush'; readonly thread: ThreadId; readonly cell: CellId };

export type EdgeStep = Extract<Step, { kind: 'edge' }>;

/**
 * A run without end: the steps of the stem, then those of the cycle again and again. An empty cycle says that nobody can
 * step and the run stays where it is.
 */
export interface Lasso {
  readonly stem: Execution;
  readonly cycle: readonly Step[];
}
