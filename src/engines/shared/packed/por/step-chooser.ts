import { flags, sets } from './partial-orders.js';
import type { PartialOrders } from './partial-orders.js';

/** Everything depends on everything. */
const all = -1;

/**
 * Chooses in a state which components step: a persistent set (Godefroid 1996), the least of those that grow from one component.
 * Components are threads and their buffers, as bits: thread t is bit t, its buffer bit `buffer(t)`. Generated code says where
 * the threads are and what is in the buffers, by filling `places` to `lengths`, and calls `begin`, then `choose`.
 *
 * The loops are plain and the arrays typed, as this is done in every state.
 */
export class StepChooser {
  /** Of each thread where the row of its location begins. */
  readonly places: Int32Array;
  /** Of each buffer: the words of what all its entries touch, and of what may leave next. */
  readonly contents: Int32Array;
  readonly oldest: Int32Array;
  /** The number of entries in each buffer. */
  readonly lengths: Int32Array;
  /** The components that might step. */
  active = 0;
  readonly #components: Int32Array;
  #known = 0;
  /** Components with which a set is no smaller than the best one. */
  #vain = 0;

  constructor(private readonly orders: PartialOrders) {
    const { threads, words } = orders;
    this.places = new Int32Array(threads);
    this.contents = new Int32Array(threads * words);
    this.oldest = new Int32Array(threads * words);
    this.lengths = new Int32Array(threads);
    this.#components = new Int32Array(32);
  }

  begin(): void {
    const { orders, places, lengths } = this;
    this.#known = 0;
    let active = 0;
    for (let t = 0; t < orders.threads; t++) {
      if (((orders.rows[t]?.[places[t] ?? 0] ?? 0) & flags.hasNext) !== 0) active |= 1 << t;
      if ((lengths[t] ?? 0) > 0) active |= this.#buffer(t);
    }
    this.active = active;
  }

  /** A set of components that holds some of those not done yet. */
  choose(done: number): number {
    let best = this.active;
    let least = sizeOf(best);
    this.#vain = 0;
    for (let seeds = this.active & ~done; seeds !== 0 && least > 1; seeds &= seeds - 1) {
      const set = this.#closure(seeds & -seeds, least);
      if (set === all) {
        this.#vain |= seeds & -seeds;
        continue;
      }
      const size = sizeOf(set);
      if (size >= least) continue;
      best = set;
      least = size;
    }
    return best;
  }

  /** All components that must step if this one does; `all` if these are no fewer than `limit`. */
  #closure(seed: number, limit: number): number {
    let set = seed;
    for (let open = seed; open !== 0;) {
      const bit = open & -open;
      open ^= bit;
      const row = this.#row(bit);
      if (row === all) return all;
      if ((row & this.#vain) !== 0) return all;
      const fresh = row & ~set;
      if (fresh === 0) continue;
      set |= fresh;
      open |= fresh;
      if (sizeOf(set) >= limit) return all;
    }
    return set;
  }

  #row(bit: number): number {
    const component = 31 - Math.clz32(bit);
    if ((this.#known & bit) !== 0) return this.#components[component] ?? all;
    const row = this.#rowOf(component);
    this.#known |= bit;
    this.#components[component] = row;
    return row;
  }

  #rowOf(component: number): number {
    const { threads, buffersApart } = this.orders;
    if (component >= threads) return this.#rowOfBuffer(component - threads);
    const row = this.#rowOfThread(component);
    if (row === all || buffersApart || (this.lengths[component] ?? 0) === 0) return row;
    return row | this.#rowOfBuffer(component);
  }

  #rowOfThread(thread: number): number {
    const { orders, places, lengths } = this;
    const { words, rules } = orders;
    const rows = orders.rows[thread] ?? none;
    const place = places[thread] ?? 0;
    const head = rows[place] ?? 0;
    if ((head & flags.grows) !== 0) return all;
    const reads = place + 2 + sets.reads * words;
    const writes = place + 2 + sets.writes * words;
    const drains = (head & flags.drains) !== 0;
    let row = 0;
    for (let u = 0; u < orders.threads; u++) {
      if (u === thread) continue;
      const others = orders.rows[u] ?? none;
      const there = places[u] ?? 0;
      const headThere = others[there] ?? 0;
      if (
        this.#meets(rows, reads, others, there + 2 + sets.laterWrites * words) ||
        this.#meets(rows, writes, others, there + 2 + sets.later * words) ||
        (drains && this.#meets(this.contents, thread * words, others, there + 2 + sets.later * words))
      )
        row |= 1 << u;
      if (rules.waits && orders.locksWaitForAll) {
        if ((head & flags.waitsForAll) !== 0 && (headThere & flags.laterStores) !== 0) row |= 1 << u;
        if ((head & flags.stores) !== 0 && (headThere & flags.laterWaitsForAll) !== 0) row |= 1 << u;
      }
      if ((lengths[u] ?? 0) === 0) continue;
      if (
        (rules.buffers &&
          (this.#meets(rows, reads, this.contents, u * words) ||
            this.#meets(rows, writes, this.contents, u * words) ||
            (drains && this.#meets(this.contents, thread * words, this.contents, u * words)))) ||
        (rules.waits && (head & flags.waitsForAll) !== 0)
      )
        row |= this.#buffer(u);
    }
    if ((lengths[thread] ?? 0) > 0 && this.#dependsOnOwnBuffer(thread, head)) row |= this.#buffer(thread);
    return row;
  }

  #dependsOnOwnBuffer(thread: number, head: number): boolean {
    const { orders, places, lengths, contents } = this;
    const { words, rules, ofInvariants } = orders;
    if (rules.waits && (head & (flags.waits | flags.drains)) !== 0) return true;
    const rows = orders.rows[thread] ?? none;
    const place = places[thread] ?? 0;
    if (rules.room && (lengths[thread] ?? 0) >= (rows[place + 1] ?? 0)) return true;
    for (let w = 0; w < words; w++) {
      const seen = (rows[place + 2 + sets.reads * words + w] ?? 0) & (ofInvariants[w] ?? 0);
      const writes = rows[place + 2 + sets.writes * words + w] ?? 0;
      if (((seen | writes) & (contents[thread * words + w] ?? 0)) !== 0) return true;
    }
    return false;
  }

  #rowOfBuffer(thread: number): number {
    const { orders, places, lengths } = this;
    const { words, rules } = orders;
    const oldest = thread * words;
    let row = 0;
    for (let u = 0; u < orders.threads; u++) {
      const others = orders.rows[u] ?? none;
      const there = places[u] ?? 0;
      if (u === thread) {
        const later = others[there] ?? 0;
        if (
          (rules.waits && (later & flags.laterDrains) !== 0) ||
          (rules.room && (later & flags.laterTight) !== 0) ||
          this.#meets(this.oldest, oldest, others, there + 2 + sets.laterOwn * words)
        )
          row |= 1 << u;
        continue;
      }
      if (this.#meets(this.oldest, oldest, others, there + 2 + sets.later * words)) row |= 1 << u;
      if (
        rules.buffers &&
        (lengths[u] ?? 0) > 0 &&
        this.#meets(this.oldest, oldest, this.contents, u * words)
      )
        row |= this.#buffer(u);
    }
    return row;
  }

  #meets(a: Int32Array, i: number, b: Int32Array, j: number): boolean {
    for (let w = 0; w < this.orders.words; w++) if (((a[i + w] ?? 0) & (b[j + w] ?? 0)) !== 0) return true;
    return false;
  }

  #buffer(thread: number): number {
    return 1 << (this.orders.buffersApart ? this.orders.threads + thread : thread);
  }
}

const none = new Int32Array(0);

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}
