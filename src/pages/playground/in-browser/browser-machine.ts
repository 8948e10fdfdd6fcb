import type * as os from 'node:os';

// In the place of node:os and node:v8: what a page knows of its machine, which is little.

/** What a page may count on where the browser does not say. */
const usualGigabytes = 2;

/** Browsers round this, and say at most 8. */
export const totalmem: typeof os.totalmem = () => {
  const told: unknown = Reflect.get(navigator, 'deviceMemory');
  return (typeof told === 'number' ? told : usualGigabytes) * 2 ** 30;
};

/** A search in a page is done by one worker. */
export const availableParallelism: typeof os.availableParallelism = () => 1;

/** What browsers give the heap of a worker at least. */
const leastHeap = 2 ** 30;

export const getHeapStatistics = (): { readonly heap_size_limit: number } => ({ heap_size_limit: leastHeap });
