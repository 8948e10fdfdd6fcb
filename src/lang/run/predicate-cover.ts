import type { Expr } from '../expr/expr.js';
import type { CellId, LocationId, ThreadId } from '../expr/ids.js';

/**
 * What formulas may speak of besides the variables of a system: the value of a waiting write, counted from 1, the oldest of
 * its thread and cell; where there are fewer, the default of the type.
 */
export interface BufferSlot {
  readonly thread: ThreadId;
  readonly cell: CellId;
  readonly position: number;
}

/** What waits in the buffer of a thread but for its values, oldest first; a marker is of `fence(ww)`. */
export type WaitingCells = readonly (CellId | '|')[];

/**
 * All states in which each thread is at one of its locations, its buffer has one of its shapes, and these predicates are true
 * and those are false.
 */
export interface PredicateBox {
  readonly at: readonly (readonly LocationId[])[];
  /** By thread, numbers of shapes. */
  readonly shapes: readonly (readonly number[])[];
  /** Numbers of predicates. */
  readonly holds: readonly number[];
  readonly fails: readonly number[];
}

/** The states in one of the boxes: as many as variables with values without end have. */
export interface PredicateCover {
  /** The n-th is the shared variable with the n-th number behind those of the system. */
  readonly slots: readonly BufferSlot[];
  /** Over variables, cells with constant indices, and slots. */
  readonly predicates: readonly Expr[];
  readonly shapes: readonly WaitingCells[];
  readonly boxes: readonly PredicateBox[];
}
