import type { CellId, ThreadId } from '../expr/ids.js';
import type { CoverPart, WaitingWrites } from './state-cover.js';

/**
 * Why no fair run violates a property: the states of the system beside those of the automaton of its violations, in levels. No
 * step leads to a higher level, and those that stay in one lack something that such a run has again and again.
 */
export interface RunRanking {
  readonly property: string;
  /** The lowest first. */
  readonly levels: readonly RankLevel[];
  /** What may wait in a buffer; the first: nothing. */
  readonly waiting: readonly WaitingWrites[];
}

export interface RankLevel {
  readonly lacks: LackedMark;
  /** By states of the automaton. */
  readonly regions: readonly { readonly state: number; readonly boxes: CoverPart }[];
}

export type LackedMark =
  /** No step stays in the level. */
  | { readonly kind: 'rest' }
  /** What the automaton is to do again and again, by number. */
  | { readonly kind: 'accepts'; readonly mark: number }
  /** A write of the thread (to the cell) waits all the time, and none leaves. */
  | { readonly kind: 'flush'; readonly thread: ThreadId; readonly cell: CellId | null }
  /** The thread could move all the time, and does not. */
  | { readonly kind: 'move'; readonly thread: ThreadId };
