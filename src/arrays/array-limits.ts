import { stopOf } from '../search/limits.js';
import type { Limits } from '../search/limits.js';

/** The memory is that of the whole program. */
export interface ArrayLimits extends Limits {
  /** How many states may be stored. */
  readonly maxStates: number;
  /** Hears now and then how many states there are. */
  readonly progress: (states: number) => void;
}

export const noLimits: ArrayLimits = {
  signal: new AbortController().signal,
  deadline: null,
  maxStates: 10_000_000,
  memoryMB: null,
  progress: () => undefined,
};

export type LimitReached = 'states' | 'timeout' | 'interrupted' | 'memory';

const workBetweenLooks = 512;
const breathEvery = 50;

/** Tells long work when to stop, and lets timers and signals have their turn. */
export class LimitWatch {
  #work = 0;
  #breath = performance.now();

  constructor(private readonly limits: ArrayLimits) {}

  /** To be asked for each state; a promise only now and then, because waiting costs more than a state. */
  look(states: number): LimitReached | null | Promise<LimitReached | null> {
    if (states > this.limits.maxStates) return 'states';
    return ++this.#work % workBetweenLooks === 0 ? this.#lookAround(states) : null;
  }

  async #lookAround(states: number): Promise<LimitReached | null> {
    const now = performance.now();
    if (now - this.#breath >= breathEvery) {
      this.limits.progress(states);
      await new Promise((resolve) => setImmediate(resolve));
      this.#breath = performance.now();
    }
    const stop = stopOf(this.limits, now);
    if (stop !== null) return stop.reason;
    const { memoryMB } = this.limits;
    if (memoryMB === null) return null;
    return process.memoryUsage().heapUsed > memoryMB * 2 ** 20 ? 'memory' : null;
  }
}
