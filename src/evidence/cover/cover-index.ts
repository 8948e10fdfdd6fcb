import type { StateBox, AllowedValues } from '../../lang/run/state-cover.js';
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

/** Tells whether states are in one of many boxes. */
export class CoverIndex {
  readonly #having: readonly Having[];
  readonly #words: number;

  constructor(
    private readonly boxes: readonly StateBox[],
    coordinates: number,
    private readonly watch: () => void,
  ) {
    this.#words = Math.ceil(boxes.length / wordBits);
    this.#having = Array.from({ length: coordinates }, (_, c) => this.#havingAt(c));
  }

  /** Some states of the box that are in none of the boxes, all in one box; null: there are none. */
  missing(box: StateBox): StateBox | null {
    return uncovered(box, this.#meeting(box), 0, this.watch);
  }

  #havingAt(c: number): Having {
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

  /** The boxes that have states in common with this one. */
  #meeting(box: StateBox): readonly StateBox[] {
    const found = new Uint32Array(this.#words).fill(-1);
    for (const [c, values] of box.entries()) {
      if (values === null) continue;
      const { byValue, any } = at(this.#having, c);
      const lists = values.flatMap((value) => byValue.get(value) ?? []);
      for (let w = 0; w < found.length; w++) {
        let some = any[w] ?? 0;
        for (const list of lists) some |= list[w] ?? 0;
        found[w] = (found[w] ?? 0) & some;
      }
    }
    const boxes: StateBox[] = [];
    for (const [w, bits] of found.entries()) {
      for (let left = bits; left !== 0; left &= left - 1) {
        const meeting = this.boxes[w * wordBits + 31 - Math.clz32(left & -left)];
        if (meeting !== undefined) boxes.push(meeting);
      }
    }
    return boxes;
  }
}

function mark(bits: Uint32Array, i: number): void {
  const word = Math.floor(i / wordBits);
  bits[word] = at(bits, word) | (1 << (i % wordBits));
}

/** What of the box is in none of the boxes from `from` on: what one of them leaves of it is split along its coordinates. */
function uncovered(
  box: StateBox,
  boxes: readonly StateBox[],
  from: number,
  watch: () => void,
): StateBox | null {
  for (let i = from; i < boxes.length; i++) {
    watch();
    const other = at(boxes, i);
    const shared = box.map((values, c) => common(values, at(other, c)));
    if (!isBox(shared)) continue;
    const both: StateBox = shared;
    let inside = box;
    for (const [c, values] of both.entries()) {
      const outside = rest(at(inside, c), at(other, c));
      if (outside === undefined) continue;
      const left = uncovered(inside.with(c, outside), boxes, i + 1, watch);
      if (left !== null) return left;
      inside = inside.with(c, values);
    }
    return null;
  }
  return box;
}

const isBox = (found: readonly (AllowedValues | undefined)[]): found is StateBox =>
  !found.includes(undefined);
