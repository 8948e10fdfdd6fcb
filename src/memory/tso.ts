import type { MemoryModel } from './model.js';

/** x86 total store order: paper 003, Semantics 2. */
export const tso: MemoryModel = {
  name: 'tso',
  title: 'total store order',
  buffering: 'fifo',
  entriesPerLocation: null,
  storeFence: 'no-effect',
  lockedWaits: 'own',
};
