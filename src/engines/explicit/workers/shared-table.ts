import { at } from '../../../support/invariant.js';
import {
  OutOfSpace,
  chunkBits,
  chunkMask,
  chunkStates,
  largestTable,
  loadLimit,
} from '../../shared/state-store.js';
import type { Converter, TracedStates, StateStore } from '../../shared/state-store.js';
import type { Stop } from '../../../search/limits.js';
import { controlLength, idBatch, ownSlot, ownSlots, slots } from './control.js';
import { strideOf } from './shared-code.js';
import type { TableParts } from './worker-table.js';

/** Smaller ones grow fourfold: filling them anew costs more than the room, and all wait for it. */
const roomyTable = 2 ** 24;

/**
 * The states of a search by several workers, in shared memory. A state lies where its finder put it, at its id; its rank is
 * the number that it has in a search by one (round-work.ts). Everybody else speaks of ranks only. All changes here
 * happen while no worker is at work.
 */
export class SharedTable implements TracedStates {
  readonly control: Int32Array;
  /** States that there were before there were workers: their ids are their ranks. */
  readonly #firstIds: number;
  readonly #chunks: Int32Array[] = [];
  readonly #order: Int32Array[] = [];
  #table = shared(1);
  #used = shared(1);
  #words: number;

  constructor(
    from: StateStore,
    private readonly workers: number,
    /** In bytes. */
    private readonly memoryLimit: number,
  ) {
    this.control = shared(controlLength(workers));
    this.#firstIds = from.count;
    this.#words = from.words;
    const reserved = Math.ceil(from.count / idBatch) * idBatch;
    Atomics.store(this.control, slots.reserved, reserved);
    Atomics.store(this.control, slots.ranks, from.count);
    this.makeRoom();
    for (let id = 0; id < reserved; id += idBatch)
      this.#used[id / idBatch] = Math.min(idBatch, from.count - id);
    this.#copy(from);
  }

  get words(): number {
    return this.#words;
  }

  get bytes(): number {
    let lists = 0;
    for (let w = 0; w < this.workers; w++) lists += this.#ofWorker(w, ownSlots.listed);
    const ofState = 4 * (strideOf(this.#words) + 1);
    return this.#chunks.length * chunkStates * ofState + this.#table.byteLength + 4 * lists;
  }

  /** With and without rank. */
  get count(): number {
    let count = this.#firstIds;
    for (let w = 0; w < this.workers; w++) count += this.#ofWorker(w, ownSlots.added);
    return count;
  }

  /** Since the workers began. */
  get moves(): number {
    let moves = 0;
    for (let w = 0; w < this.workers; w++) moves += this.#ofWorker(w, ownSlots.moves);
    return moves;
  }

  get parts(): TableParts {
    return {
      words: this.#words,
      chunks: this.#chunks,
      order: this.#order,
      table: this.#table,
      used: this.#used,
    };
  }

  wordsOf(rank: number): readonly number[] {
    const id = this.#idOf(rank);
    const from = this.#placeOf(id);
    return [...at(this.#chunks, id >>> chunkBits).subarray(from, from + this.#words)];
  }

  parent(rank: number): number {
    const id = this.#idOf(rank);
    return at(at(this.#chunks, id >>> chunkBits), this.#placeOf(id) + this.#words);
  }

  /** A rank for a state that has none, to speak of it when the search is over. */
  rankFor(id: number): number {
    const rank = Atomics.add(this.control, slots.ranks, 1);
    at(this.#order, rank >>> chunkBits)[rank & chunkMask] = id;
    return rank;
  }

  /** Room for more states. True: there is another table, which has to be filled. Throws OutOfSpace. */
  makeRoom(): boolean {
    const reserved = Atomics.load(this.control, slots.reserved);
    const least = reserved + 2 * this.workers * idBatch;
    const isTight = loadLimit(this.#table.length) < least;
    if (isTight) this.#growTable(least);
    const limit = loadLimit(this.#table.length);
    this.#growChunks(least, Math.min(limit, Math.max(least, Math.floor(reserved * 1.5))));
    const used = shared(this.#capacity / idBatch);
    used.set(this.#used.subarray(0, reserved / idBatch));
    this.#used = used;
    Atomics.store(this.control, slots.room, Math.min(limit, this.#capacity));
    return isTight;
  }

  /**
   * Rewrites every state into another number of words; ids, ranks and parents stay. Then the table is empty, to be filled.
   * After each chunk `pause` may tell it to stop: the states are lost then.
   */
  async repack(words: number, convert: Converter, pause: () => Promise<Stop | null>): Promise<Stop | null> {
    const before = strideOf(this.#words);
    const after = strideOf(words);
    this.#allow(this.#capacity * 4 * (after - before));
    for (const [c, old] of this.#chunks.entries()) {
      const fresh = shared(chunkStates * after);
      for (let i = 0; i < chunkStates; i++) {
        convert(old, i * before, fresh, i * after);
        fresh[i * after + words] = at(old, i * before + this.#words);
      }
      this.#chunks[c] = fresh;
      const stop = await pause();
      if (stop !== null) return stop;
    }
    this.#words = words;
    this.#table.fill(0);
    return null;
  }

  get #capacity(): number {
    return this.#chunks.length * chunkStates;
  }

  #growTable(least: number): void {
    let length = this.#table.length;
    while (loadLimit(length) < least) length *= length < roomyTable ? 4 : 2;
    if (length > largestTable) throw new OutOfSpace('the table of states is full');
    // Old and new table exist side by side for a moment.
    this.#allow(4 * length);
    this.#table = shared(length);
  }

  /** If there is memory for that, up to what is wanted. */
  #growChunks(least: number, wanted: number): void {
    const size = chunkStates * 4 * (strideOf(this.#words) + 1);
    while (this.#capacity < wanted) {
      if (this.#capacity >= least && this.bytes + size > this.memoryLimit) return;
      this.#allow(size);
      this.#chunks.push(shared(chunkStates * strideOf(this.#words)));
      this.#order.push(shared(chunkStates));
    }
  }

  /** Ids, ranks and numbers in that store are the same. */
  #copy(from: StateStore): void {
    const words = this.#words;
    const stride = strideOf(words);
    for (const [c, source] of from.chunks.entries()) {
      const chunk = at(this.#chunks, c);
      const parents = at(from.parents, c);
      const order = at(this.#order, c);
      const states = Math.min(chunkStates, from.count - c * chunkStates);
      for (let i = 0; i < states; i++) {
        for (let w = 0; w < words; w++) chunk[i * stride + w] = at(source, i * words + w);
        chunk[i * stride + words] = at(parents, i);
        order[i] = c * chunkStates + i;
      }
    }
  }

  #idOf(rank: number): number {
    return at(at(this.#order, rank >>> chunkBits), rank & chunkMask);
  }

  #placeOf(id: number): number {
    return (id & chunkMask) * strideOf(this.#words);
  }

  #ofWorker(worker: number, slot: number): number {
    return Atomics.load(this.control, ownSlot(worker, slot));
  }

  #allow(more: number): void {
    if (this.bytes + more > this.memoryLimit) throw new OutOfSpace('the memory limit is reached');
  }
}

/** Zeros that all workers see. */
export function shared(length: number): Int32Array {
  try {
    return new Int32Array(new SharedArrayBuffer(4 * length));
  } catch (error) {
    if (error instanceof RangeError) throw new OutOfSpace('the system gives no more memory');
    throw error;
  }
}
