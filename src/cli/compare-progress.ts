import { nameOf } from '../compare/run-plan.js';
import type { RunJob } from '../compare/run-plan.js';
import type { Output } from './output.js';

const redrawEveryMs = 500;
const lineEveryMs = 30_000;

/** Tells on stderr how far a comparison is: drawn on a terminal, elsewhere a line every half minute. */
export class CompareProgress {
  readonly #running = new Map<RunJob, number>();
  readonly #timer: NodeJS.Timeout;
  #total = 0;
  #finished = 0;

  constructor(readonly output: Output) {
    const every = output.canRedraw ? redrawEveryMs : lineEveryMs;
    this.#timer = setInterval(() => output.progress(this.line(performance.now())), every);
    this.#timer.unref();
  }

  /** So many runs are to be made. */
  planned(total: number): void {
    this.#total = total;
  }

  started(job: RunJob): void {
    this.#running.set(job, performance.now());
  }

  ended(job: RunJob): void {
    this.#running.delete(job);
    this.#finished++;
  }

  /** `compare: 3 of 12 runs; peterson.fp pso ce (4 s)`. */
  line(now: number): string {
    const running = [...this.#running].map(
      ([{ run }, since]) => `${nameOf(run)} (${Math.round((now - since) / 1000)} s)`,
    );
    return [`compare: ${this.#finished} of ${this.#total} runs`, ...running].join('; ');
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
