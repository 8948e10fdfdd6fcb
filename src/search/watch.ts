import { memoryStopOf, stopOf, Stopped } from './limits.js';
import type { Limits } from './limits.js';

/** Calls between two looks at the clock: what is between them takes microseconds at most. */
const callsAtOnce = 256;
const memoryEvery = 20;

/** For loops that cannot pause: to be called in each round, and first before there is any; throws `Stopped` if the work must stop. */
export function watching(limits: Limits): () => void {
  let calls = 0;
  let memoryAt = 0;
  return () => {
    if (calls++ % callsAtOnce !== 0) return;
    const now = performance.now();
    const stop = stopOf(limits, now) ?? (now < memoryAt ? null : memoryStopOf(limits));
    if (stop !== null) throw new Stopped(stop);
    if (now >= memoryAt) memoryAt = now + memoryEvery;
  };
}
