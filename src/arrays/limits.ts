export interface ArrayLimits {
  readonly signal: AbortSignal | null;
  /** A point of performance.now() at which to stop, or null. */
  readonly deadline: number | null;
  /** How many states may be stored. */
  readonly maxStates: number;
  /** How much memory the whole program may take, in MB, or null. */
  readonly memoryMB: number | null;
  /** Hears now and then how many states there are. */
  readonly progress: (states: number) => void;
}

export const noLimits: ArrayLimits = {
  signal: null,
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
    if (this.limits.signal?.aborted === true) return 'interrupted';
    const { deadline, memoryMB } = this.limits;
    if (deadline !== null && now >= deadline) return 'timeout';
    if (memoryMB === null) return null;
    return process.memoryUsage().heapUsed > memoryMB * 2 ** 20 ? 'memory' : null;
  }
}
