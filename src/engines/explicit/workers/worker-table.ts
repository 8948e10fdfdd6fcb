import { at } from '../../../support/invariant.js';
import { chunkBits, chunkMask, enlarged, hashOf } from '../../shared/state-store.js';
import { halts, idBatch, slots } from './control.js';
import { strideOf } from './shared-code.js';

/** The parts of the table, each over shared memory. */
export interface TableParts {
  readonly words: number;
  /** The states by id: words and parent. */
  readonly chunks: readonly Int32Array[];
  /** Ids by rank. */
  readonly order: readonly Int32Array[];
  readonly table: Int32Array;
}

/** States are entered in such portions, between two looks at whether to stop. */
const fillAtOnce = 4096;

/** The shared table as one worker sees it, with what is its own: ids that it may give, and what it has found. */
export class WorkerTable {
  readonly chunks: Int32Array[] = [];
  readonly order: Int32Array[] = [];
  table: Int32Array = new Int32Array(1);
  /** The next id, and the end of those that may be given. */
  free = 0;
  top = 0;
  /** The ids of the states that it was the first to find, or to find from so small a rank, since ranks were given. */
  list = new Int32Array(4 * idBatch);
  listed = 0;
  #words = 0;
  /** The first of each batch of ids that it was given. */
  readonly #batches: number[] = [];

  constructor(private readonly control: Int32Array) {}

  get added(): number {
    return this.#batches.length * idBatch - (this.top - this.free);
  }

  take({ words, chunks, order, table }: TableParts): void {
    this.#words = words;
    this.chunks.splice(0, this.chunks.length, ...chunks);
    this.order.splice(0, this.order.length, ...order);
    this.table = table;
  }

  /** More ids, if there is room; called by generated code. */
  reserve(): boolean {
    const first = Atomics.add(this.control, slots.reserved, idBatch);
    if (first + idBatch > Atomics.load(this.control, slots.room)) {
      Atomics.sub(this.control, slots.reserved, idBatch);
      Atomics.or(this.control, slots.halt, halts.room);
      return false;
    }
    this.#batches.push(first);
    this.free = first;
    this.top = first + idBatch;
    return true;
  }

  /** A longer list; called by generated code. */
  lengthen(): void {
    this.list = enlarged(this.list, 2 * this.list.length);
  }

  /** The rank of the state that this one was reached from. */
  parentOf(id: number): number {
    return at(at(this.chunks, id >>> chunkBits), (id & chunkMask) * strideOf(this.#words) + this.#words);
  }

  /** Enters the states of its own batches, and those from one id up to another, into an empty table. */
  fill(from: number, to: number, goesOn: () => boolean): void {
    const ranges = this.#batches.map((first): [number, number] => [first, first + idBatch]);
    const last = ranges.at(-1);
    if (last !== undefined) last[1] = this.free;
    for (const [first, end] of [[from, to] as const, ...ranges]) {
      for (let id = first; id < end; id += fillAtOnce) {
        if (!goesOn()) return;
        this.#enter(id, Math.min(end, id + fillAtOnce));
      }
    }
  }

  #enter(from: number, to: number): void {
    const { table, chunks } = this;
    const words = this.#words;
    const mask = table.length - 1;
    for (let id = from; id < to; id++) {
      const h = hashOf(at(chunks, id >>> chunkBits), (id & chunkMask) * strideOf(words), words);
      const entry = (h & ~mask) | (id + 1);
      let i = h & mask;
      while (Atomics.compareExchange(table, i, 0, entry) !== 0) i = (i + 1) & mask;
    }
  }
}
