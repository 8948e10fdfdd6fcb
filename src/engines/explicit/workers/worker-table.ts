import { at } from '../../../support/invariant.js';
import { chunkBits, chunkMask, enlarged } from '../../shared/state-store.js';
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
  /** How many ids of each batch are those of states. */
  readonly used: Int32Array;
}

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
  used: Int32Array = new Int32Array(1);
  #words = 0;
  #batches = 0;

  constructor(private readonly control: Int32Array) {}

  get added(): number {
    return this.#batches * idBatch - (this.top - this.free);
  }

  get levelStart(): number {
    return Atomics.load(this.control, slots.levelStart);
  }

  get depth(): number {
    return Atomics.load(this.control, slots.depth);
  }

  take({ words, chunks, order, table, used }: TableParts): void {
    this.#words = words;
    this.chunks.splice(0, this.chunks.length, ...chunks);
    this.order.splice(0, this.order.length, ...order);
    this.table = table;
    this.used = used;
  }

  /** More ids, if there is room; called by generated code. */
  reserve(): boolean {
    const first = Atomics.add(this.control, slots.reserved, idBatch);
    if (first + idBatch > Atomics.load(this.control, slots.room)) {
      Atomics.sub(this.control, slots.reserved, idBatch);
      Atomics.or(this.control, slots.halt, halts.room);
      return false;
    }
    this.tellUse();
    this.#batches++;
    this.free = first;
    this.top = first + idBatch;
    return true;
  }

  /** A longer list; called by generated code. */
  lengthen(): void {
    this.list = enlarged(this.list, 2 * this.list.length);
  }

  /**
   * Of a part of the list keeps the states whose parent has a rank in [first, end), from this place of the list on; where
   * they end.
   */
  keep(from: number, to: number, [first, end]: readonly [number, number], place: number): number {
    const { list, chunks } = this;
    const words = this.#words;
    const stride = strideOf(words);
    let kept = place;
    for (let i = from; i < to; i++) {
      const id = list[i] ?? 0;
      const parent = at(chunks, id >>> chunkBits)[(id & chunkMask) * stride + words] ?? 0;
      if (parent >= first && parent < end) list[kept++] = id;
    }
    return kept;
  }

  /** How far the current batch has got. */
  tellUse(): void {
    if (this.#batches > 0) this.used[this.top / idBatch - 1] = idBatch - (this.top - this.free);
  }
}
