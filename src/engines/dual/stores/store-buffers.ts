import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { BufferContents } from '../search/locals.js';
import { emptyQueue } from './store-queues.js';
import type { StoreQueue, StoreQueues } from './store-queues.js';

/** What is known of all buffers of one process, one for each cell that its kind stores to: a number. */
export type QueueRow = number;

/** The rows that occur, each stored once. Rows of different kinds are never compared. */
export class StoreBuffers implements BufferContents {
  readonly #rows: (readonly StoreQueue[])[] = [];
  readonly #ids = new Map<string, QueueRow>();

  constructor(private readonly queues: StoreQueues) {}

  get count(): number {
    return this.#rows.length;
  }

  intern(queues: readonly StoreQueue[]): QueueRow {
    return remembered(this.#ids, queues.join(), () => this.#rows.push(queues) - 1);
  }

  queuesOf(row: QueueRow): readonly StoreQueue[] {
    return at(this.#rows, row);
  }

  readonly length = (row: QueueRow): number =>
    this.queuesOf(row).reduce((sum, queue) => sum + this.queues.length(queue), 0);

  readonly below = (small: QueueRow, large: QueueRow): boolean => {
    const [s, l] = [this.queuesOf(small), this.queuesOf(large)];
    for (let i = 0; i < s.length; i++) if (!this.queues.below(s[i] ?? 0, l[i] ?? 0)) return false;
    return true;
  };

  readonly bits = (row: QueueRow): readonly number[] =>
    this.queuesOf(row).flatMap((queue, place) => [
      ...(this.queues.length(queue) > 0 ? [3 * place] : []),
      ...(this.queues.tellsNewest(queue) ? [3 * place + 1] : []),
      ...(queue === emptyQueue ? [3 * place + 2] : []),
    ]);
}
