import { Worker } from 'node:worker_threads';
import { InternalError } from '../../../support/invariant.js';
import { OutOfSpace } from '../../shared/state-store.js';
import type { News, Order, Report, WorkerStart } from './crew-messages.js';

/**
 * The workers of a search. They start while the search by one goes on. Who dies, in whatever way, makes the order that is
 * being followed fail, or the next.
 */
export class Crew {
  readonly #members: readonly Worker[];
  #failure: Error | null = null;
  #waiting: number;
  #isDismissed = false;
  #fail: (error: Error) => void = () => undefined;
  /** When all are ready. */
  readonly started: Promise<void>;

  constructor(readonly size: number) {
    this.#members = Array.from(
      { length: size },
      () => new Worker(new URL('./search-worker.js', import.meta.url), { execArgv: [] }),
    );
    this.#waiting = size;
    this.started = new Promise((resolve, reject) => {
      this.#fail = reject;
      for (const member of this.#members) {
        member.once('message', () => {
          if (--this.#waiting === 0) resolve();
        });
      }
    });
    // Whoever looks at it hears of it.
    this.started.catch(() => undefined);
    for (const member of this.#members) {
      member.on('error', (error: unknown) => this.#failed(asError(error)));
      member.on('exit', () => this.#failed(new InternalError('a worker of the search ended by itself')));
    }
  }

  /** Throws if they never will be. */
  get isReady(): boolean {
    if (this.#failure !== null) throw this.#failure;
    return this.#waiting === 0;
  }

  begin(startOf: (me: number) => WorkerStart): void {
    for (const [me, member] of this.#members.entries()) member.postMessage(startOf(me));
  }

  /** All do it; what they have found, when the last one is done. */
  async follow(order: Order): Promise<readonly News[]> {
    await this.started;
    const failing = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    if (this.#failure !== null) throw this.#failure;
    const reports = this.#members.map(
      (member) => new Promise<Report>((resolve) => member.once('message', resolve)),
    );
    for (const member of this.#members) member.postMessage(order);
    const all = await Promise.race([Promise.all(reports), failing]);
    return all.flatMap(({ news }) => news);
  }

  async dismiss(): Promise<void> {
    this.#isDismissed = true;
    await Promise.all(this.#members.map((member) => member.terminate()));
  }

  #failed(error: Error): void {
    if (this.#isDismissed) return;
    this.#failure ??= error;
    this.#fail(this.#failure);
  }
}

/** Of a worker whose own memory, not the shared one, is full Node says so by a code. */
function asError(error: unknown): Error {
  if (!(error instanceof Error)) return new InternalError(`a worker of the search failed: ${String(error)}`);
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? new OutOfSpace('a worker has no more memory') : error;
}
