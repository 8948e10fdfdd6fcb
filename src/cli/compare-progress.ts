import { nameOf } from '../compare/run-plan.js';
import type { RunJob } from '../compare/run-plan.js';
import type { Output } from './output.js';

const redrawEveryMs = 500;
const lineEveryMs = 30_000;
/** So many of those that run are named: the ones that have run longest. */
const named = 2;

/** Tells on stderr how far a comparison is: drawn on a terminal, elsewhere a line every half minute. */
export class CompareProgress {
  readonly #running = new Map<RunJob, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #began = performance.now();
  #total = 0;
  #finished = 0;
  #open = 0;

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

  /** `isSolved`: there is a verdict, safe or unsafe. */
  ended(job: RunJob, isSolved: boolean): void {
    this.#running.delete(job);
    this.#finished++;
    if (!isSolved) this.#open++;
  }

  /** `compare: 3 of 12 runs, 1 open, about 2 min left; peterson.fp pso ce (4 s)`. */
  line(now: number): string {
    // A Map keeps the order in which its entries came.
    const running = [...this.#running].map(
      ([{ run }, since]) => `${nameOf(run)} (${Math.round((now - since) / 1000)} s)`,
    );
    const others = running.length - named;
    const done = [
      `compare: ${this.#finished} of ${this.#total} runs`,
      ...(this.#open === 0 ? [] : [`${this.#open} open`]),
      ...this.#left(now),
    ].join(', ');
    return [done, ...running.slice(0, named), ...(others > 0 ? [`${others} more`] : [])].join('; ');
  }

  /** As if the rest took as long as what is done: once there is enough of that to tell. */
  #left(now: number): readonly string[] {
    const seconds = (now - this.#began) / 1000;
    if (this.#finished < 5 || seconds < 10) return [];
    const left = (seconds / this.#finished) * (this.#total - this.#finished);
    return [`about ${durationText(left)} left`];
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
