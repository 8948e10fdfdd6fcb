import { OutOfSpace, allocate, enlarged } from '../shared/state-store.js';

/** A number for each node of a product, at first 0. Nodes of states that lie together are kept together, in pages. */
export class NodeTable {
  readonly pages: (Int32Array | undefined)[] = [];
  /** A page holds the nodes of 2^stateBits states. */
  readonly stateBits: number;
  readonly #inPage: number;

  constructor(
    /** The states of the automaton. */
    readonly places: number,
    /** Throws OutOfSpace if there is no room for so many bytes more. */
    private readonly need: (bytes: number) => void,
  ) {
    this.stateBits = Math.max(0, Math.floor(Math.log2(pageSize / places)));
    this.#inPage = 2 ** this.stateBits - 1;
  }

  /** The page of the state, made if it is not there. */
  page(state: number): Int32Array {
    const number = state >>> this.stateBits;
    return this.pages[number] ?? this.#made(number);
  }

  get(state: number, place: number): number {
    return this.page(state)[(state & this.#inPage) * this.places + place] ?? 0;
  }

  set(state: number, place: number, value: number): void {
    this.page(state)[(state & this.#inPage) * this.places + place] = value;
  }

  #made(number: number): Int32Array {
    const size = this.places << this.stateBits;
    this.need(4 * size);
    const page = allocate(size);
    this.pages[number] = page;
    return page;
  }
}

const pageSize = 2 ** 16;

/** Numbers one after the other. */
export class IntList {
  items: Int32Array<ArrayBuffer> = new Int32Array(256);
  count = 0;

  constructor(private readonly need: (bytes: number) => void) {}

  push(value: number): void {
    if (this.count === this.items.length) this.grow();
    this.items[this.count++] = value;
  }

  /** Twice the room. */
  grow(): void {
    if (this.items.length >= 2 ** 30) throw new OutOfSpace('a list of nodes is full');
    // Old and new list exist side by side for a moment.
    this.need(2 * this.items.byteLength);
    this.items = enlarged(this.items, 2 * this.items.length);
  }
}
