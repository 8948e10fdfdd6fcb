import { availableParallelism } from 'node:os';
import type { EngineOptions } from '../../question.js';

/** How many work at one search, once it is worth their while. */
export interface WorkersWanted {
  readonly count: number;
  /** When there are so many states, the others are called. */
  readonly from: number;
  /** A level of the search with less than this for each is done by one. */
  readonly leastShare: number;
  /** Nothing more is done before they come. */
  readonly isAwaited?: true;
}

export const alone: WorkersWanted = { count: 1, from: Infinity, leastShare: Infinity };

/** One has found so many states before a thread has started. */
const worthCalling = 25_000;
/** It takes longer than to wake the others. */
const worthSharing = 256;

export function workersWanted({ workers = 1 }: EngineOptions): WorkersWanted {
  return {
    count: workers === 'auto' ? availableParallelism() : workers,
    from: worthCalling,
    leastShare: worthSharing,
  };
}
