import { at } from '../../../support/invariant.js';
import { markerCode } from './buffering.js';
import { literal, maskOf, rawOf, setRaw, valueOf } from './code/fields.js';
import type { WordNaming } from './code/fields.js';
import type { BitField, PackedLayout } from './layout.js';

/** The value of a field in the words of a state. */
export function readField(field: BitField, words: ArrayLike<number>): number {
  if (field.width === 0) return field.lo;
  const word = at(words, field.word);
  return (field.width === 32 ? word >>> 0 : (word >>> field.shift) & maskOf(field)) + field.lo;
}

/** Sets the value of a field that was all zeros. */
export function writeField(field: BitField, words: number[], value: number): void {
  if (field.width > 0) words[field.word] = at(words, field.word) | ((value - field.lo) << field.shift);
}

/**
 * The body of a Converter that carries a state from one layout to another that holds at least as much. The free slots
 * stay all zeros, whatever the least value of their field is; a marker has no value.
 */
export function converterCode(from: PackedLayout, to: PackedLayout): string {
  const source: WordNaming = (word) => `source[from + ${word}]`;
  const target: WordNaming = (word) => `target[to + ${word}]`;
  const move = (a: BitField, b: BitField): string =>
    setRaw(b, target, a.lo === b.lo ? rawOf(a, source) : `${valueOf(a, source)} - ${literal(b.lo)}`);
  const lines = [
    ...from.locations.map((field, i) => move(field, at(to.locations, i))),
    ...from.variables.map((field, i) => move(field, at(to.variables, i))),
  ];
  for (const [t, buffer] of from.buffers.entries()) {
    // Where an entry is missing, all behind it are missing too.
    for (const [i, slot] of buffer.entries()) {
      const { code, value } = at(at(to.buffers, t), i);
      lines.push(`if (${rawOf(slot.code, source)} !== 0) { ${move(slot.code, code)}`);
      lines.push(`if (${rawOf(slot.code, source)} > ${markerCode}) { ${move(slot.value, value)} }`);
    }
    lines.push(buffer.map(() => '}').join(' '));
  }
  return lines.join('\n');
}
