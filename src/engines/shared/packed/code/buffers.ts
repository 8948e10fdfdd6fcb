import { at } from '../../../../support/invariant.js';
import { firstCode, markerCode } from '../buffering.js';
import type { Slot } from '../layout.js';
import type { SizedPlan } from '../plan.js';
import { allEqual, literal, maskOf, rawOf, setRaw, setValue } from './fields.js';
import type { WordNaming } from './fields.js';

export const isFree = (slot: Slot, words: WordNaming): string => `${rawOf(slot.code, words)} === 0`;

/** A condition: these threads have nothing buffered. */
export function drained(plan: SizedPlan, threads: readonly number[], words: WordNaming): string {
  const oldest = threads.flatMap((t) => at(plan.layout.buffers, t).slice(0, 1));
  return allEqual(
    oldest.map((s) => [s.code, 0] as const),
    words,
  );
}

/** The number of entries with the code, as an expression. */
export function countOf(slots: readonly Slot[], code: string, words: WordNaming): string {
  return slots.length === 0
    ? '0'
    : slots.map((s) => `(${rawOf(s.code, words)} === ${code} ? 1 : 0)`).join(' + ');
}

/** The number of entries and markers, as an expression. */
export function lengthOf(slots: readonly Slot[], words: WordNaming): string {
  const free = countOf(slots, '0', words);
  return `(${slots.length} - (${free}))`;
}

/** Where an entry can be put. */
export interface FreeSlots {
  readonly slots: readonly Slot[];
  /** The most entries that can be there already. */
  readonly longest: number;
  readonly words: WordNaming;
  /** What to do without room. */
  readonly full: string;
}

/** Statements that put an entry behind all others. */
export const appendCode = (free: FreeSlots, code: string, value: string): string =>
  chain(free, (slot) => fillCode(slot, code, value, free.words));

/** Statements that put a marker behind all entries, if there are entries behind the last marker. */
export function markCode(free: FreeSlots): string {
  const { slots, words, full } = free;
  const unlessMarked = (slot: Slot | undefined, what: string): string =>
    slot === undefined ? what : `if (${rawOf(slot.code, words)} !== ${markerCode}) { ${what} }`;
  return chain({ ...free, full: unlessMarked(slots.at(-1), full) }, (slot, i) =>
    i === 0 ? '' : unlessMarked(at(slots, i - 1), setRaw(slot.code, words, String(markerCode))),
  );
}

/**
 * Statements that put an entry behind the last one of its cell, among the entries behind the last marker: these are
 * sorted by cell. No entry passes a marker, as the code of markers is the least.
 */
export function insertCode(free: FreeSlots, code: string, value: string): string {
  const { slots, longest, words } = free;
  const used = slots.slice(0, longest + 1);
  const lines = ['let p = 0;', chain(free, (_, i) => `p = ${i};`)];
  for (let i = used.length - 1; i > 0; i--) {
    lines.push(`if (p === ${i} && ${rawOf(at(used, i - 1).code, words)} > ${code}) p = ${i - 1};`);
  }
  for (let i = used.length - 1; i > 0; i--) {
    lines.push(`if (p < ${i}) { ${moveCode(at(used, i - 1), at(used, i), words)} }`);
  }
  for (const [i, slot] of used.entries()) {
    lines.push(`if (p === ${i}) { ${clearCode(slot, words)} ${fillCode(slot, code, value, words)} }`);
  }
  return `{ ${lines.join('\n')} }`;
}

/**
 * Statements that take out the entry at the position in the variable `p`; a marker that comes to the front has done its
 * work.
 */
export function removeCode(
  slots: readonly Slot[],
  anywhere: boolean,
  markers: boolean,
  words: WordNaming,
): string {
  const close = (from: number): string => moveCode(at(slots, from + 1), at(slots, from), words);
  const gaps = slots.slice(1).map((_, i) => (anywhere ? `if (p <= ${i}) { ${close(i)} }` : close(i)));
  const clear = clearCode(at(slots, slots.length - 1), words);
  const shift = [...gaps, clear].join('\n');
  if (!markers) return shift;
  const unmark = [...slots.slice(1).map((_, i) => close(i)), clear].join(' ');
  return `${shift}\nif (${rawOf(at(slots, 0).code, words)} === ${markerCode}) { ${unmark} }`;
}

export const endsHere = (slot: Slot, words: WordNaming): string =>
  `${rawOf(slot.code, words)} < ${firstCode}`;

/** What to do with the first free slot. With at most `longest` entries the slot after them must be free. */
function chain(
  { slots, longest, words, full }: FreeSlots,
  use: (slot: Slot, position: number) => string,
): string {
  const candidates = slots.slice(0, longest + 1);
  const last = candidates.length > longest ? '' : ` else { ${full} }`;
  if (candidates.length === 0) return `{ ${full} }`;
  const cases = candidates.map((slot, i) =>
    i === longest ? `{ ${use(slot, i)} }` : `if (${isFree(slot, words)}) { ${use(slot, i)} }`,
  );
  return cases.join(' else ') + last;
}

/** The slot is empty: all zeros. */
function fillCode(slot: Slot, code: string, value: string, words: WordNaming): string {
  const { whole } = slot;
  if (whole === null) return `${setRaw(slot.code, words, code)} ${setValue(slot.value, words, value)}`;
  const bits = slot.value.lo === 0 ? `(${value})` : `(${value}) - ${literal(slot.value.lo)}`;
  const entry =
    slot.value.width === 0 ? code : `(${code} | ((${bits}) & ${maskOf(slot.value)}) << ${slot.code.width})`;
  const word = words(whole.word);
  return `${word} |= ${entry} << ${whole.shift};`;
}

function moveCode(from: Slot, to: Slot, words: WordNaming): string {
  if (from.whole !== null && to.whole !== null) return setRaw(to.whole, words, rawOf(from.whole, words));
  return `${setRaw(to.code, words, rawOf(from.code, words))} ${setRaw(to.value, words, rawOf(from.value, words))}`;
}

function clearCode(slot: Slot, words: WordNaming): string {
  if (slot.whole !== null) return setRaw(slot.whole, words, '0');
  return `${setRaw(slot.code, words, '0')} ${setRaw(slot.value, words, '0')}`;
}
