import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { WaitingWrites } from './state-cover.js';

/** What waits in buffers, each once, by numbers; that of nothing is 0. */
export class WaitingNumbers {
  readonly all: WaitingWrites[] = [];
  readonly #numbers = new Map<string, number>();

  constructor() {
    this.number([]);
  }

  number(waiting: WaitingWrites): number {
    const key = waiting
      .map((entry) => (entry.kind === 'marker' ? '|' : `${entry.cell}=${entry.value}`))
      .join();
    return remembered(this.#numbers, key, () => this.all.push(waiting) - 1);
  }

  waiting(number: number): WaitingWrites {
    return at(this.all, number);
  }
}
