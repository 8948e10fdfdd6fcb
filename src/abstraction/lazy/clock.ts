import type { Pacer } from '../../search/pacer.js';
import type { Stop } from '../../search/limits.js';

const breathEvery = 5;

/** Lets work that is done in small pieces look around every few milliseconds; remembers that it must stop. */
export class Clock {
  stop: Stop | null = null;
  #last = performance.now();

  constructor(private readonly pacer: Pacer) {}

  get isDue(): boolean {
    return performance.now() - this.#last >= breathEvery;
  }

  /** False: the work must stop. */
  async breathe(): Promise<boolean> {
    this.stop ??= await this.pacer.pause();
    this.#last = performance.now();
    return this.stop === null;
  }
}
