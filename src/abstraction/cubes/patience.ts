import type { Limits, Stop } from '../../search/limits.js';
import { Pacer } from '../../search/pacer.js';

const callsBetweenLooks = 256;

/** Lets others have their turn during long work, and remembers that the work must stop. */
export class Patience {
  readonly #pacer: Pacer;
  readonly #memory: number;
  #calls = 0;
  #stop: Stop | null = null;

  constructor(limits: Limits, onBeat: (seconds: number) => void) {
    this.#pacer = new Pacer(limits, onBeat);
    // What there was before is not for cubes.
    this.#memory =
      limits.memoryMB === null ? Infinity : process.memoryUsage.rss() + limits.memoryMB * 2 ** 20;
  }

  get stop(): Stop | null {
    return this.#stop;
  }

  get seconds(): number {
    return this.#pacer.seconds;
  }

  /** False: stop. */
  async goOn(): Promise<boolean> {
    this.#stop ??= await this.#pacer.pause();
    if (++this.#calls % callsBetweenLooks === 0 && process.memoryUsage.rss() > this.#memory) {
      this.#stop ??= { reason: 'memory', why: 'the memory limit is reached' };
    }
    return this.#stop === null;
  }
}
