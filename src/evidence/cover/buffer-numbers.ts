import type { WaitingWrites } from '../../lang/run/state-cover.js';
import { emptyBuffer } from '../../memory/semantics.js';
import type { StoreBuffer } from '../../memory/semantics.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

export const nothingWaits = 0n;

/** What waits in buffers, each once, by numbers. */
export class BufferNumbers {
  readonly #all: StoreBuffer[] = [];
  readonly #numbers = new Map<string, bigint>();

  constructor() {
    this.number(emptyBuffer);
  }

  number(buffer: WaitingWrites): bigint {
    const key = buffer
      .map((entry) => (entry.kind === 'marker' ? '|' : `${entry.cell}=${entry.value}`))
      .join();
    return remembered(this.#numbers, key, () => BigInt(this.#all.push(buffer) - 1));
  }

  word(number: bigint): StoreBuffer {
    return at(this.#all, Number(number));
  }
}
