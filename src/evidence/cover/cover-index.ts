import type { CoverPart, StateBox, AllowedValues } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { common, rest } from './value-sets.js';

const wordBits = 32;

/** Which boxes have a value at a coordinate, a bit each. */
interface Having {
  readonly byValue: ReadonlyMap<bigint, Uint32Array>;
  /** Those that have every value. */
  readonly any: Uint32Array;
}

/** Tells which states are in one of many boxes. */
export class CoverIndex {
  /** By coordinates; null: no box says anything of it. */
  readonly #having: readonly (Having | null)[];
  readonly #words: number;

  constructor(
    private readonly boxes: CoverPart,
    coordinates: number,
    private readonly watch: () => void,
  ) {
    this.#words = Math.ceil(boxes.length / wordBits);
    this.#having = Array.from({ length: coordinates }, (_, c) => this.#havingAt(c));
  }

  speaksOf(coordinate: number): boolean {
    return at(this.#having, coordinate) !== null;
  }

  /** What of the box is in none of the boxes, in pieces; without any: it is in them. */
  missing(box: StateBox): readonly StateBox[] {
    const boxes = [...this.#numbers(this.#meeting(box))].map((i) => at(this.boxes, i));
    const found: StateBox[] = [];
    leave(box, boxes, 0, found, this.watch);
    return found;
  }

  /** What of the box is in each of the boxes that have states in common with it. */
  within(box: StateBox): readonly StateBox[] {
    const found: StateBox[] = [];
    for (const i of this.#numbers(this.#meeting(box))) {
      this.watch();
      const shared = both(box, at(this.boxes, i));
      if (shared !== null) found.push(shared);
    }
    return found;
  }

  /** How many boxes have states in common with it. */
  countIn(box: StateBox): number {
    let count = 0;
    for (const word of this.#meeting(box)) for (let left = word; left !== 0; left &= left - 1) count++;
    return count;
  }

  #havingAt(c: number): Having | null {
    if (this.boxes.every((box) => at(box, c) === null) && this.boxes.length > 0) return null;
    const none = (): Uint32Array => new Uint32Array(this.#words);
    const byValue = new Map<bigint, Uint32Array>();
    const any = none();
    for (const [i, box] of this.boxes.entries()) {
      this.watch();
      const values = at(box, c);
      if (values === null) mark(any, i);
      else for (const value of values) mark(remembered(byValue, value, none), i);
    }
    return { byValue, any };
  }

  /** The boxes that have states in common with this one, a bit each. */
  #meeting(box: StateBox): Uint32Array {
    const found = new Uint32Array(this.#words).fill(-1);
    const last = this.boxes.length % wordBits;
    if (last !== 0) found[this.#words - 1] = 2 ** last - 1;
    for (const [c, values] of box.entries()) {
      const having = at(this.#having, c);
      if (values === null || having === null) continue;
      const lists = values.flatMap((value) => having.byValue.get(value) ?? []);
      for (let w = 0; w < found.length; w++) {
        let some = having.any[w] ?? 0;
        for (const list of lists) some |= list[w] ?? 0;
        found[w] = (found[w] ?? 0) & some;
      }
    }
    return found;
  }

  *#numbers(bits: Uint32Array): Generator<number> {
    for (const [w, word] of bits.entries())
      for (let left = word; left !== 0; left &= left - 1)
        yield w * wordBits + 31 - Math.clz32(left & -left);
  }
}

function mark(bits: Uint32Array, i: number): void {
  const word = Math.floor(i / wordBits);
  bits[word] = at(bits, word) | (1 << (i % wordBits));
}

/** The states in both; null: there are none. */
function both(a: StateBox, b: StateBox): StateBox | null {
  const shared = a.map((values, c) => common(values, at(b, c)));
  return isBox(shared) ? shared : null;
}

/** Finds what of the box is in none of the boxes from `from` on: what one of them leaves of it is split along its coordinates. */
function leave(
  box: StateBox,
  boxes: CoverPart,
  from: number,
  found: StateBox[],
  watch: () => void,
): void {
  for (let i = from; i < boxes.length; i++) {
    watch();
    const other = at(boxes, i);
    const shared = both(box, other);
    if (shared === null) continue;
    let inside = box;
    for (const [c, values] of shared.entries()) {
      const outside = rest(at(inside, c), at(other, c));
      if (outside === undefined) continue;
      leave(inside.with(c, outside), boxes, i + 1, found, watch);
      inside = inside.with(c, values);
    }
    return;
  }
  found.push(box);
}

const isBox = (found: readonly (AllowedValues | undefined)[]): found is StateBox =>
  !found.includes(undefined);
