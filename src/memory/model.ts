/**
 * A memory model, told once and as data: the replayer interprets it (semantics.ts), the explicit engine and the
 * store-buffer passes compile it. All models keep the writes of a thread in a buffer of entries, oldest first:
 *
 *   store    x = v   goes to main memory at once if there is no buffering, else becomes the newest entry;
 *                    under `entriesPerLocation` = n it waits while n entries for x are buffered
 *   load     x       the newest own entry for x, else main memory
 *   fence            waits until the own buffer is empty
 *   fence(ww)        a marker in the own buffer that entries behind it may not overtake, where order is not kept anyway
 *   locked action    waits until the own buffer (or all buffers) is empty; its stores go to main memory at once
 *   flush            moves an entry that may leave to main memory; happens at any time the thread may step
 *
 * Semantics 1 (PSO) and 2 (TSO) of paper 003, section III of paper 004 (tso1).
 */
export interface MemoryModel {
  readonly name: string;
  readonly title: string;
  readonly buffering: Buffering;
  /** How many writes of a thread to one location may be buffered; null: any number. */
  readonly entriesPerLocation: number | null;
  readonly storeFence: 'no-effect' | 'marker';
  readonly lockedWaits: LockedWaits;
}

export type Buffering =
  /** No buffer: stores reach memory at once. */
  | 'none'
  /** One queue a thread: only its oldest entry may leave. */
  | 'fifo'
  /** One queue a thread and location: of each location the oldest entry may leave, but none past a marker. */
  | 'fifo-per-location';

export type LockedWaits = 'own' | 'all';
