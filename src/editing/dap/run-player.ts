import { at } from '../../support/invariant.js';
import type { AnsweredRun, ToldState, ToldStep } from '../apart/answered-run.js';

/** Why a run stands where it does. */
export type PlayerStop = 'entry' | 'step' | 'breakpoint' | 'end';

/** A run that is gone through, forward and back. The position is the number of steps that were taken. */
export class RunPlayer {
  #position = 0;
  #lines: ReadonlySet<number> = new Set();
  /** In the order in which they move first. */
  readonly threads: readonly string[];

  constructor(readonly run: AnsweredRun) {
    const owners = [...run.initial.locals.keys()].map((name) => name.slice(0, name.indexOf('.')));
    this.threads = [...new Set([...run.steps.map(({ thread }) => thread), ...owners])].filter(
      (name) => name !== '',
    );
  }

  get position(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.run.steps.length;
  }

  get state(): ToldState {
    return this.#position === 0 ? this.run.initial : at(this.run.steps, this.#position - 1).after;
  }

  /** The step that was taken last. */
  get last(): ToldStep | null {
    return this.run.steps[this.#position - 1] ?? null;
  }

  /** The step that comes. */
  get next(): ToldStep | null {
    return this.run.steps[this.#position] ?? null;
  }

  breakAt(lines: Iterable<number>): void {
    this.#lines = new Set(lines);
  }

  /** Whether the run comes to the line. */
  visits(line: number): boolean {
    return this.run.steps.some((step) => step.line === line);
  }

  /** What a thread does next in this run, and the line where it is; null: nothing more. */
  nextOf(thread: string): { readonly step: ToldStep | null; readonly line: number | null } {
    const coming = this.run.steps.slice(this.#position).filter((step) => step.thread === thread);
    const [step = null] = coming;
    const line = coming.find((each) => each.line !== null)?.line ?? null;
    const before = this.run.steps.slice(0, this.#position).filter((each) => each.thread === thread);
    return { step, line: line ?? before.findLast((each) => each.line !== null)?.line ?? null };
  }

  restart(): PlayerStop {
    this.#position = 0;
    return 'entry';
  }

  step(): PlayerStop {
    if (!this.isAtEnd) this.#position++;
    else if (this.run.cycle !== null && this.run.cycle < this.run.steps.length)
      this.#position = this.run.cycle;
    return this.isAtEnd ? 'end' : 'step';
  }

  /** Until a thread has taken a step. */
  stepOf(thread: string): PlayerStop {
    let stop = this.step();
    while (stop === 'step' && this.last?.thread !== thread) stop = this.step();
    return stop;
  }

  back(): PlayerStop {
    this.#position = Math.max(0, this.#position - 1);
    return this.#position === 0 ? 'entry' : 'step';
  }

  /** To the next step on a line with a breakpoint, or the end. */
  forward(): PlayerStop {
    let stop = this.step();
    while (stop === 'step' && !this.#isBroken()) stop = this.step();
    return stop === 'end' ? stop : 'breakpoint';
  }

  backward(): PlayerStop {
    let stop = this.back();
    while (stop === 'step' && !this.#isBroken()) stop = this.back();
    return stop === 'entry' && !this.#isBroken() ? stop : 'breakpoint';
  }

  #isBroken(): boolean {
    const line = this.next?.line ?? null;
    return line !== null && this.#lines.has(line);
  }
}
