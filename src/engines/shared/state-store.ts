import { Stopped } from '../../search/limits.js';
import type { Limits, Stop } from '../../search/limits.js';
import { at } from '../../support/invariant.js';

/** There is no room for more states; the message says why. */
export class OutOfSpace extends Error {
  override readonly name = 'OutOfSpace';
}

/** Why a search stops that was left by this error; throws what is no limit. */
export function stopBy(error: unknown): Stop {
  if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
  if (error instanceof Stopped) return error.stop;
  throw error;
}

/** States as they were found, each with the one that it was reached from. */
export interface TracedStates {
  wordsOf(id: number): readonly number[];
  /** -1 for an initial state. */
  parent(id: number): number;
}

/** The limit of memory for states, in bytes. */
export const bytesAllowed = ({ memoryMB }: Limits): number =>
  memoryMB === null ? Infinity : memoryMB * 2 ** 20;

/** Carries the state that begins at `from` to another place and layout. */
export type Converter = (source: Int32Array, from: number, target: Int32Array, to: number) => void;

export const chunkBits = 16;
export const chunkStates = 1 << chunkBits;
export const chunkMask = chunkStates - 1;
const firstCapacity = 128;
const firstTable = 256;
/** A table so large is filled anew in parts, each of so many states: a few milliseconds. */
const largeTable = 2 ** 21;
const statesInPart = 2 * chunkStates;
/** From this load on. */
const loadBeforeGrowth = 0.45;
/** The table holds ids in its low bits: it cannot be larger. */
export const largestTable = 2 ** 30;

/**
 * A set of states, each a fixed number of 32-bit words, numbered in the order of arrival. The words lie in chunks of
 * 65536 states, so that growing copies nothing; beside each state is the id of the state it was reached from.
 *
 * The hash table holds `id + 1` (0: free) in as many low bits as its size has, and bits of the hash above them: nearly
 * always a probe that does not match is told so without looking at the state. `add` is generated code (store-code.ts),
 * specialised to the number of words.
 */
export class StateStore implements TracedStates {
  readonly chunks: Int32Array[] = [];
  readonly parents: Int32Array[] = [];
  table = new Int32Array(firstTable);
  count = 0;
  #capacity = 0;
  #words: number;
  /** The table that comes after this one, and how many states it has already. */
  #next: { readonly table: Int32Array<ArrayBuffer>; filled: number } | null = null;

  constructor(
    words: number,
    /** In bytes. */
    readonly memoryLimit: number = Infinity,
    /** The bytes of other tables under the same limit. */
    private readonly besides: () => number = () => 0,
  ) {
    this.#words = words;
  }

  get words(): number {
    return this.#words;
  }

  /** The bytes of all tables. */
  get bytes(): number {
    const tables = this.table.byteLength + (this.#next?.table.byteLength ?? 0);
    return this.#capacity * 4 * (this.#words + 1) + tables;
  }

  /** No more than this many states go in before `makeRoom`. */
  get limit(): number {
    return Math.min(this.#capacity, loadLimit(this.table.length));
  }

  word(id: number, word: number): number {
    return at(at(this.chunks, id >>> chunkBits), (id & chunkMask) * this.#words + word);
  }

  wordsOf(id: number): readonly number[] {
    return Array.from({ length: this.#words }, (_, i) => this.word(id, i));
  }

  /** The state that this one was reached from; -1 for an initial state. */
  parent(id: number): number {
    return at(at(this.parents, id >>> chunkBits), id & chunkMask);
  }

  /** Room for at least one state more; throws OutOfSpace. */
  makeRoom(): void {
    if (this.count >= this.#capacity) this.#growChunks();
    if (this.count >= loadLimit(this.table.length)) this.#growTable();
  }

  /**
   * A part of the growth of a large table, before it is due: all of it at once may take a second, in which nobody sees a signal.
   * To be called between pieces of work; it leaves the table as it is.
   */
  growAhead(): void {
    const { length } = this.table;
    if (length < largeTable || length >= largestTable || this.count < loadBeforeGrowth * length) return;
    if (this.#next === null && !this.#hasRoom(8 * length)) return;
    const next = (this.#next ??= { table: allocate(2 * length), filled: 0 });
    const end = Math.min(this.count, next.filled + statesInPart);
    this.#fill(next.table, next.filled, end);
    next.filled = end;
  }

  /** Forgets all states. */
  clear(): void {
    this.count = 0;
    this.#next = null;
    if (this.table.length > 16 * firstTable) this.table = new Int32Array(firstTable);
    else this.table.fill(0);
    if (this.chunks.length > 1) {
      this.chunks.length = 1;
      this.parents.length = 1;
      this.#capacity = chunkStates;
    }
  }

  /**
   * Rewrites every state into another number of words; ids and parents stay. Throws OutOfSpace, before it begins. After
   * each chunk `pause` may tell it to stop: the states are lost then, and only their number is true.
   */
  async repack<S>(words: number, convert: Converter, pause: () => Promise<S | null>): Promise<S | null> {
    const before = this.#words;
    this.#next = null;
    this.#allow(this.#capacity * 4 * (words - before));
    for (const [c, old] of this.chunks.entries()) {
      const states = old.length / before;
      const fresh = allocate(states * words);
      const used = Math.min(states, Math.max(0, this.count - c * chunkStates));
      for (let i = 0; i < used; i++) convert(old, i * before, fresh, i * words);
      this.chunks[c] = fresh;
      const stop = await pause();
      if (stop !== null) return stop;
    }
    this.#words = words;
    this.table.fill(0);
    for (let begin = 0; begin < this.count; begin += statesInPart) {
      this.#fill(this.table, begin, Math.min(this.count, begin + statesInPart));
      const stop = await pause();
      if (stop !== null) return stop;
    }
    return null;
  }

  /** The first chunk grows until it is full; then others follow. */
  #growChunks(): void {
    const isFirst = this.#capacity < chunkStates;
    const before = isFirst ? this.#capacity : 0;
    const size = isFirst ? Math.min(Math.max(firstCapacity, before * 4), chunkStates) : chunkStates;
    this.#allow((size - before) * 4 * (this.#words + 1));
    const place = isFirst ? 0 : this.chunks.length;
    const words = enlarged(this.chunks[place], size * this.#words);
    this.parents[place] = enlarged(this.parents[place], size);
    this.chunks[place] = words;
    this.#capacity += size - before;
  }

  #growTable(): void {
    if (this.table.length >= largestTable) throw new OutOfSpace('the table of states is full');
    const { table, filled } = this.#next ?? { table: this.#doubleTable(), filled: 0 };
    this.#fill(table, filled, this.count);
    this.table = table;
    this.#next = null;
  }

  #doubleTable(): Int32Array<ArrayBuffer> {
    // Old and new table exist side by side for a moment.
    this.#allow(this.table.byteLength * 2);
    return allocate(this.table.length * 2);
  }

  /** Puts the states from one id to before another into a table. */
  #fill(table: Int32Array, from: number, to: number): void {
    const mask = table.length - 1;
    const words = this.#words;
    let id = from;
    while (id < to) {
      const chunk = at(this.chunks, id >>> chunkBits);
      const end = Math.min(to, (id | chunkMask) + 1);
      for (let offset = (id & chunkMask) * words; id < end; id++, offset += words) {
        const h = hashOf(chunk, offset, words);
        let i = h & mask;
        while (table[i] !== 0) i = (i + 1) & mask;
        table[i] = (h & ~mask) | (id + 1);
      }
    }
  }

  #hasRoom(more: number): boolean {
    return this.bytes + this.besides() + more <= this.memoryLimit;
  }

  #allow(more: number): void {
    // What is there ahead of time is the first to go.
    if (!this.#hasRoom(more)) this.#next = null;
    if (!this.#hasRoom(more)) throw new OutOfSpace('the memory limit is reached');
  }
}

/** How many states a table takes. */
export const loadLimit = (tableLength: number): number => Math.floor(tableLength * 0.6);

/** The same function as `hashCode` of store-code.ts writes out. */
export function hashOf(chunk: Int32Array, offset: number, words: number): number {
  let h = 0;
  for (let i = 0; i < words; i++) {
    h = Math.imul(h ^ (chunk[offset + i] ?? 0), 0x9e3779b1);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
}

/** The same numbers with room for so many. */
export function enlarged(old: Int32Array | undefined, length: number): Int32Array<ArrayBuffer> {
  const fresh = allocate(length);
  if (old !== undefined) fresh.set(old);
  return fresh;
}

export function allocate(length: number): Int32Array<ArrayBuffer> {
  try {
    return new Int32Array(length);
  } catch (error) {
    if (error instanceof RangeError) throw new OutOfSpace('the system gives no more memory');
    throw error;
  }
}
