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
  /** For each group of threads and each of its members the words that hold what belongs to it, in the same places. */
  readonly records: readonly (readonly (readonly BitField[])[])[];
}

/** Threads for which a state has fields of the same kind, and the numbers of the variables of each. */
export interface LikeThreads {
  readonly threads: readonly number[];
  readonly variables: readonly (readonly number[])[];
}

const wordBits = 32;

export function layoutOf(
  system: System,
  shape: StateShape,
  plans: readonly BufferPlan[],
  groups: readonly LikeThreads[] = [],
): PackedLayout {
  const packer = new Packer();
  const members = groups.map((group) =>
    group.threads.map((_, p) => recordOf(packer, system, shape, plans, group, p)),
  );
  const records = members.flat();
  const placed = new Map(records.flatMap(({ variables }) => [...variables]));
  const ofThread = new Map(records.map((record) => [record.thread, record]));
  const locations = system.threads.map(
    (t) => ofThread.get(t.id)?.location ?? packer.place(locationsOf(system, t.id)),
  );
  const buffers = plans.map(
    (plan, t) => ofThread.get(t)?.buffer ?? bufferSlots(packer, plan, at(shape.capacities, t), shape),
  );
  const variables = shape.intervals.map((values, i) => placed.get(i) ?? packer.place(contentsOf(values)));
  return {
    ...{ words: packer.words, locations, variables, buffers },
    records: members.map((list) => list.map(({ words }) => words)),
  };
}

const locationsOf = ({ threads }: System, thread: number): FieldRange =>
  upTo(at(threads, thread).locations.length - 1);

/** What belongs to one of several like threads. */
interface ThreadRecord {
  readonly thread: number;
  readonly location: BitField;
  readonly variables: ReadonlyMap<number, BitField>;
  readonly buffer: readonly Slot[];
  readonly words: readonly BitField[];
}

/**
 * Packed for itself, and then put into the state word by word. What comes first lies in the highest bits, so that the order of
 * records, word by word, is that of what they hold, one thing after the other: fields that grow do not change it.
 */
function recordOf(
  packer: Packer,
  system: System,
  shape: StateShape,
  plans: readonly BufferPlan[],
  { threads, variables }: LikeThreads,
  member: number,
): ThreadRecord {
  const thread = at(threads, member);
  const own = new Packer(true);
  const location = own.place(locationsOf(system, thread));
  const fields = at(variables, member).map(
    (i) => [i, own.place(contentsOf(at(shape.intervals, i)))] as const,
  );
  const slots = bufferSlots(own, at(plans, thread), at(shape.capacities, thread), shape);
  const words = own.widths.map((width): BitField => {
    return { ...packer.room(width), width, lo: 0, hi: 2 ** width - 1 };
  });
  const put = (field: BitField): BitField => {
    const { word, shift, width } = at(words, field.word);
    return field.width === 0 ? field : { ...field, word, shift: shift + width - field.shift - field.width };
  };
  return {
    thread,
    location: put(location),
    variables: new Map(fields.map(([i, field]) => [i, put(field)])),
    buffer: slots.map(({ code, value, whole }) =>
      whole === null ? { code: put(code), value: put(value), whole } : slotIn(put(whole), code, value),
    ),
    words,
  };
}

const slotIn = (whole: BitField, code: BitField, value: BitField): Slot => ({
  code: { ...code, word: whole.word, shift: whole.shift },
  value: { ...value, word: whole.word, shift: whole.shift + code.width },
  whole,
});

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
    return { value: packer.place(values), code: packer.place(codes), whole: null };
  }
  const width = codeWidth + valueWidth;
  const whole = { ...packer.room(width), width, lo: 0, hi: 2 ** width - 1 };
  return slotIn(
    whole,
    { word: 0, shift: 0, width: codeWidth, ...codes },
    { word: 0, shift: 0, width: valueWidth, ...values },
  );
}

/** What a field has to hold. */
type FieldRange = Pick<BitField, 'lo' | 'hi'>;

const upTo = (hi: number): FieldRange => ({ lo: 0, hi });

const contentsOf = ({ lo, hi }: BoundedInterval): FieldRange => ({ lo: Number(lo), hi: Number(hi) });

const widthOf = ({ lo, hi }: FieldRange): number => Math.ceil(Math.log2(hi - lo + 1));

/** Puts each field into the first word that has room for it, or into the last or a new one. */
class Packer {
  readonly #used: number[] = [0];

  constructor(private readonly inOrder = false) {}

  get words(): number {
    return this.#used.length;
  }

  /** Of each word the bits that are taken. */
  get widths(): readonly number[] {
    return this.#used;
  }

  place(values: FieldRange): BitField {
    const width = widthOf(values);
    return { ...this.room(width), width, ...values };
  }

  room(width: number): { word: number; shift: number } {
    if (width === 0) return { word: 0, shift: 0 };
    const last = this.inOrder ? this.#used.length - 1 : 0;
    let word = this.#used.findIndex((used, i) => i >= last && used + width <= wordBits);
    if (word < 0) word = this.#used.push(0) - 1;
    const shift = at(this.#used, word);
    this.#used[word] = shift + width;
    return { word, shift };
  }
}
