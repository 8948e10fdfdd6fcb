import type { MemoryModel } from './model.js';

/** Sequential consistency: every store is visible to all at once. */
export const sc: MemoryModel = {
  name: 'sc',
  title: 'sequential consistency',
  buffering: 'none',
  entriesPerLocation: null,
  storeFence: 'no-effect',
  lockedWaits: 'own',
};
