import { Worker } from 'node:worker_threads';
import { InternalError } from '../../../support/invariant.js';
import { OutOfSpace } from '../../shared/state-store.js';
import type { News, Order, Report, WorkerStart } from './messages.js';

/** The workers of a search. Who dies, in whatever way, makes the order that is being followed fail. */
export class Crew {
  readonly #members: readonly Worker[];
  #failure: unknown = null;
  #isDismissed = false;
  #fail: (error: unknown) => void = () => undefined;

  constructor(starts: readonly WorkerStart[]) {
    this.#members = starts.map(
      (workerData) => new Worker(new URL('./search-worker.js', import.meta.url), { workerData, execArgv: [] }),
    );
    for (const member of this.#members) {
      member.on('error', (error) => this.#failed(asSpace(error)));
      member.on('exit', () => this.#failed(new InternalError('a worker of the search ended by itself')));
    }
  }

  /** All do it; what they have found, when the last one is done. */
  async follow(order: Order): Promise<readonly News[]> {
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

  #failed(error: unknown): void {
    if (this.#isDismissed) return;
    this.#failure ??= error;
    this.#fail(this.#failure);
  }
}

/** What Node says of a worker whose own memory, not the shared one, is full. */
const asSpace = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new OutOfSpace('a worker has no more memory')
    : error;
