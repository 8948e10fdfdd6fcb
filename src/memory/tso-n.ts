import type { LockedWaits, MemoryModel } from './model.js';

/**
 * The under-approximation of TSO of paper 004, section III: at most n buffered writes of a thread to one location; a
 * further one waits. By the paper's rule 3 an atomic write waits for the buffers of all threads.
 */
export const tsoN = (n: number, lockedWaits: LockedWaits = 'all'): MemoryModel => ({
  name: `tso${n}`,
  title: `total store order with ${n === 1 ? 'one entry' : `${n} entries`} per thread and variable`,
  buffering: 'fifo',
  entriesPerLocation: n,
  storeFence: 'no-effect',
  lockedWaits,
});
