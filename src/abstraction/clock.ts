import type { Limits, Stop } from '../search/limits.js';
import { Pacer } from '../search/pacer.js';

const breathEvery = 5;

/** Lets work that is done in small pieces look around every few milliseconds; remembers that it must stop. */
export class Clock {
  stop: Stop | null = null;
  readonly #pacer: Pacer;
  readonly #mostBytes: number;
  #last = performance.now();

  constructor(
    limits: Limits,
    onBeat: (seconds: number) => void,
    /** What the process may grow by from now on; null: that is not looked at. */
    growthMB: number | null = null,
  ) {
    this.#pacer = new Pacer(limits, onBeat);
    this.#mostBytes = growthMB === null ? Infinity : process.memoryUsage.rss() + growthMB * 2 ** 20;
  }

  get seconds(): number {
    return this.#pacer.seconds;
  }

  /** Some time has passed: to ask before is not worth the while where pieces are very small. */
  get isDue(): boolean {
    return performance.now() - this.#last >= breathEvery;
  }

  /** False: the work must stop. */
  async goOn(): Promise<boolean> {
    this.stop ??= await this.#pacer.pause();
    if (this.isDue) {
      this.#last = performance.now();
      if (process.memoryUsage.rss() > this.#mostBytes)
        this.stop ??= { reason: 'memory', why: 'the memory limit is reached' };
    }
    return this.stop === null;
  }
}
