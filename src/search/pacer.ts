import { memoryStopOf, stopOf } from './limits.js';
import type { Limits, LimitStop, Stop } from './limits.js';

const breathEvery = 50;
const memoryEvery = 20;
const beatEvery = 100;

/** Keeps long work within its limits: looks at the clock, the signal and what the process takes, and lets timers and signals have their turn. */
export class Pacer {
  readonly #started = performance.now();
  #breath = this.#started;
  #beat = this.#started;
  #memoryAt = this.#started;

  constructor(
    private readonly limits: Limits,
    /** Called about every 100 ms. */
    private readonly onBeat: (seconds: number) => void,
  ) {}

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** To be called every few milliseconds; not null if the work must stop. */
  async pause(): Promise<LimitStop | null> {
    const now = performance.now();
    if (now - this.#beat >= beatEvery) {
      this.#beat = now;
      this.onBeat(this.seconds);
    }
    if (now - this.#breath >= breathEvery) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#breath = performance.now();
    }
    return stopOf(this.limits, now) ?? this.#memory(now);
  }

  #memory(now: number): LimitStop | null {
    if (now < this.#memoryAt) return null;
    this.#memoryAt = now + memoryEvery;
    return memoryStopOf(this.limits);
  }
}

/** What work makes that has pauses; or why it is not done to its end. */
export async function worked<T>(
  work: Generator<undefined, T>,
  pause: () => Promise<Stop | null>,
): Promise<T | Stop> {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    const stop = await pause();
    if (stop !== null) return stop;
  }
}
