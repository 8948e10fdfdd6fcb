import type { CellId } from '../expr/ids.js';

/** Integers in ascending order, at least one; null: whatever may stand there. Truth values are 0 and 1. */
export type AllowedValues = readonly bigint[] | null;

/** What waits in the buffer of a thread, oldest first; a marker is of `fence(ww)`. */
export type WaitingWrites = readonly (
  { readonly kind: 'write'; readonly cell: CellId; readonly value: bigint } | { readonly kind: 'marker' }
)[];

/**
 * All states in which each coordinate has one of its values, whatever the others have. The coordinates: the location of each
 * thread, the value of each cell, of each local, and for each thread what waits in its buffer, by numbers.
 */
export type StateBox = readonly AllowedValues[];

/** The states in one of the boxes; mostly over some of the coordinates, with any value of the others. */
export type CoverPart = readonly StateBox[];

/** The states that are in every part. */
export interface StateCover {
  readonly parts: readonly CoverPart[];
  /** What may wait in a buffer; the first: nothing. */
  readonly waiting: readonly WaitingWrites[];
}
