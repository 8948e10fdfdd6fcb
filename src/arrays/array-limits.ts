import { isHeapFull } from '../search/limits.js';
import type { Limits } from '../search/limits.js';
import { Pacer } from '../search/pacer.js';

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

/** Tells long work when to stop, and lets timers and signals have their turn. */
export class LimitWatch {
  #work = 0;
  #states = 0;
  readonly #pacer: Pacer;

  constructor(private readonly limits: ArrayLimits) {
    this.#pacer = new Pacer(limits, () => limits.progress(this.#states));
  }

  /** To be asked for each state; a promise only now and then, because waiting costs more than a state. */
  look(states: number): LimitReached | null | Promise<LimitReached | null> {
    if (states > this.limits.maxStates) return 'states';
    return ++this.#work % workBetweenLooks === 0 ? this.#lookAround(states) : null;
  }

  async #lookAround(states: number): Promise<LimitReached | null> {
    this.#states = states;
    const stop = await this.#pacer.pause();
    return stop?.reason ?? (isHeapFull(this.limits) ? 'memory' : null);
  }
}
