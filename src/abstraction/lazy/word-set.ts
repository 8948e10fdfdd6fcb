import { StateStore, chunkBits, hashOf } from '../../engines/shared/state-store.js';

const chunkMask = 2 ** chunkBits - 1;

/** Numbers sequences of words of one length in the order of their arrival. */
export class WordSet {
  readonly store: StateStore;
  /** Whether the last sequence was new. */
  fresh = false;
  #limit: number;

  constructor(
    readonly width: number,
    memoryLimit = Infinity,
  ) {
    this.store = new StateStore(width, memoryLimit);
    this.#limit = this.store.limit;
  }

  get count(): number {
    return this.store.count;
  }

  /** Throws OutOfSpace. */
  add(words: Int32Array, parent: number): number {
    const { store, width } = this;
    if (store.count >= this.#limit) {
      store.makeRoom();
      this.#limit = store.limit;
    }
    const { table, chunks } = store;
    const mask = table.length - 1;
    const hash = hashOf(words, 0, width);
    let i = hash & mask;
    for (let entry = table[i] ?? 0; entry !== 0; entry = table[i] ?? 0) {
      if (((entry ^ hash) & ~mask) === 0) {
        const id = (entry & mask) - 1;
        const chunk = chunks[id >>> chunkBits];
        if (chunk !== undefined && same(chunk, (id & chunkMask) * width, words, width)) {
          this.fresh = false;
          return id;
        }
      }
      i = (i + 1) & mask;
    }
    const id = store.count++;
    chunks[id >>> chunkBits]?.set(
      width === words.length ? words : words.subarray(0, width),
      (id & chunkMask) * width,
    );
    const parents = store.parents[id >>> chunkBits];
    if (parents !== undefined) parents[id & chunkMask] = parent;
    table[i] = (hash & ~mask) | (id + 1);
    this.fresh = true;
    return id;
  }

  read(id: number, to: Int32Array): void {
    const { width } = this;
    const chunk = this.store.chunks[id >>> chunkBits];
    const offset = (id & chunkMask) * width;
    if (chunk !== undefined) for (let i = 0; i < width; i++) to[i] = chunk[offset + i] ?? 0;
  }
}

function same(chunk: Int32Array, offset: number, words: Int32Array, width: number): boolean {
  for (let i = 0; i < width; i++) if (chunk[offset + i] !== words[i]) return false;
  return true;
}
