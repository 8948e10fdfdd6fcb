import type { BoundedInterval } from '../../../lang/expr/interval.js';
import type { System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';
import { firstCode } from './buffering.js';
import type { BufferPlan } from './buffering.js';
import type { StateShape } from './shape.js';

/** A place for a value in the words of a state. The bits of value v are those of v - lo. */
export interface BitField {
  readonly word: number;
  readonly shift: number;
  /** From 0, where the value is always `lo`, to 32: a field lies in one word. */
  readonly width: number;
  readonly lo: number;
  readonly hi: number;
}

/** An entry of a buffer. Both fields of an empty one are all zeros, so that equal states have equal words. */
export interface Slot {
  /** 0: empty, 1: marker, from 2: a cell of the buffer's plan. */
  readonly code: BitField;
  readonly value: BitField;
  /** Both fields as one, where they lie side by side in one word; the code is in the low bits. */
  readonly whole: BitField | null;
}

/** Where everything of a state lies. */
export interface PackedLayout {
  readonly words: number;
  /** The location of each thread. */
  readonly locations: readonly BitField[];
  readonly variables: readonly BitField[];
  /** For each thread its entries, oldest first. */
  readonly buffers: readonly (readonly Slot[])[];
}

const wordBits = 32;

export function layoutOf(system: System, shape: StateShape, plans: readonly BufferPlan[]): PackedLayout {
  const packer = new Packer();
  const locations = system.threads.map((t) => packer.place(upTo(t.locations.length - 1)));
  const buffers = plans.map((plan, t) => bufferSlots(packer, plan, at(shape.capacities, t), shape));
  const variables = shape.intervals.map((values) => packer.place(contentsOf(values)));
  return { words: packer.words, locations, variables, buffers };
}

function bufferSlots(packer: Packer, plan: BufferPlan, capacity: number, shape: StateShape): readonly Slot[] {
  if (plan.cells.length === 0) return [];
  const codes = upTo(firstCode + plan.cells.length - 1);
  const contents = plan.cells.map((c) => contentsOf(at(shape.intervals, c.index)));
  const values = {
    lo: contents.reduce((least, { lo }) => Math.min(least, lo), Infinity),
    hi: contents.reduce((most, { hi }) => Math.max(most, hi), -Infinity),
  };
  return Array.from({ length: capacity }, () => slot(packer, codes, values));
}

function slot(packer: Packer, codes: FieldRange, values: FieldRange): Slot {
  const codeWidth = widthOf(codes);
  const valueWidth = widthOf(values);
  if (codeWidth + valueWidth > wordBits) {
    return { code: packer.place(codes), value: packer.place(values), whole: null };
  }
  const { word, shift } = packer.room(codeWidth + valueWidth);
  return {
    code: { word, shift, width: codeWidth, ...codes },
    value: { word, shift: shift + codeWidth, width: valueWidth, ...values },
    whole: { word, shift, width: codeWidth + valueWidth, lo: 0, hi: 2 ** (codeWidth + valueWidth) - 1 },
  };
}

/** What a field has to hold. */
type FieldRange = Pick<BitField, 'lo' | 'hi'>;

const upTo = (hi: number): FieldRange => ({ lo: 0, hi });

const contentsOf = ({ lo, hi }: BoundedInterval): FieldRange => ({ lo: Number(lo), hi: Number(hi) });

const widthOf = ({ lo, hi }: FieldRange): number => Math.ceil(Math.log2(hi - lo + 1));

/** Puts each field into the first word that has room for it. */
class Packer {
  readonly #used: number[] = [0];

  get words(): number {
    return this.#used.length;
  }

  place(values: FieldRange): BitField {
    const width = widthOf(values);
    return { ...this.room(width), width, ...values };
  }

  room(width: number): { word: number; shift: number } {
    if (width === 0) return { word: 0, shift: 0 };
    let word = this.#used.findIndex((used) => used + width <= wordBits);
    if (word < 0) word = this.#used.push(0) - 1;
    const shift = at(this.#used, word);
    this.#used[word] = shift + width;
    return { word, shift };
  }
}
