import type { MemoryModel } from './model.js';

/** Partial store order: paper 003, Semantics 1, with a store-store fence. */
export const pso: MemoryModel = {
  name: 'pso',
  title: 'partial store order',
  buffering: 'fifo-per-location',
  entriesPerLocation: null,
  storeFence: 'marker',
  lockedWaits: 'own',
};
