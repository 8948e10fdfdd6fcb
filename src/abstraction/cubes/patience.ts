import type { Limits } from '../../engines/engine.js';
import { Pacer } from '../../engines/shared/pacer.js';
import type { Stop } from '../../engines/shared/pacer.js';

/** Lets others have their turn during long work, and remembers that the work must stop. */
export class Patience {
  readonly #pacer: Pacer;
  #stop: Stop | null = null;

  constructor(limits: Limits, onBeat: (seconds: number) => void) {
    this.#pacer = new Pacer(limits, onBeat);
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
    return this.#stop === null;
  }
}
