import type { Buffering, MemoryModel } from './model.js';

/**
 * What the rest of the program may ask of a memory model. Nobody else looks at `buffering` or `entriesPerLocation` (a test
 * sees to that), so a new kind of buffering does not compile until each question here, and each `byBuffering`, has an answer.
 */

/** Where the kinds of buffering are treated differently: what to take for each of them. */
export const byBuffering = <T>({ buffering }: MemoryModel, choices: Readonly<Record<Buffering, T>>): T =>
  choices[buffering];

/** Whether stores may wait before they reach memory. If not, there is nothing to flush, and fences do nothing. */
export const hasBuffers = (model: MemoryModel): boolean =>
  byBuffering(model, { none: false, fifo: true, 'fifo-per-location': true });

/**
 * Whether the stores of a thread reach memory in the order they were made in, whatever they write to. Its buffer is one queue
 * then, and a bound counts all that is in it; else each location has a queue and a bound of its own.
 */
export const ordersWrites = (model: MemoryModel): boolean =>
  byBuffering(model, { none: true, fifo: true, 'fifo-per-location': false });

/** How many stores of a thread to one location may be buffered at once; infinite if there is room for all, or no buffer. */
export const roomPerLocation = ({ entriesPerLocation }: MemoryModel): number =>
  entriesPerLocation ?? Infinity;

/** Whether a store waits when its buffer is full: the model leaves out runs that the one without this limit has. */
export const storesWait = (model: MemoryModel): boolean => roomPerLocation(model) < Infinity;

/** Whether locked instructions wait for the buffers of other threads, too. */
export const lockedWaitsForAll = (model: MemoryModel): boolean =>
  hasBuffers(model) && model.lockedWaits === 'all';

/** Whether nothing in the model keeps a buffer from becoming longer and longer. */
export const buffersGrow = (model: MemoryModel): boolean => hasBuffers(model) && !storesWait(model);

/** Whether it is TSO or PSO itself, and not less: what proofs about buffers of any length speak of. */
export const isExact = (model: MemoryModel): boolean => buffersGrow(model) && model.lockedWaits === 'own';

export const isExactTso = (model: MemoryModel): boolean => isExact(model) && ordersWrites(model);
