import { stopOf } from './limits.js';
import type { Limits, Stop, TimeStop } from './limits.js';

const breathEvery = 50;
const beatEvery = 100;

/** Keeps long work interruptible: looks at the clock and the signal, and lets timers and signals have their turn. */
export class Pacer {
  readonly #started = performance.now();
  #breath = this.#started;
  #beat = this.#started;

  constructor(
    private readonly limits: Limits,
    /** Called about every 100 ms. */
    private readonly onBeat: (seconds: number) => void,
  ) {}

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** To be called every few milliseconds; not null if the work must stop. */
  async pause(): Promise<TimeStop | null> {
    const now = performance.now();
    if (now - this.#beat >= beatEvery) {
      this.#beat = now;
      this.onBeat(this.seconds);
    }
    if (now - this.#breath >= breathEvery) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#breath = performance.now();
    }
    return stopOf(this.limits, now);
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
