import { at } from '../../../support/check.js';
import { markerCode } from './buffering.js';
import { literal, maskOf, rawOf, setRaw, valueOf } from './code/fields.js';
import type { Words } from './code/fields.js';
import type { Field, Layout } from './layout.js';

/** The value of a field in the words of a state. */
export function readField(field: Field, words: ArrayLike<number>): number {
  return rawIn(field, words, 0) + field.lo;
}

/** Sets the value of a field that was all zeros. */
export function writeField(field: Field, words: number[], value: number): void {
  putRaw(field, words, 0, value - field.lo);
}

export type Converter = (source: Int32Array, from: number, target: Int32Array, to: number) => void;

/**
 * The body of a Converter that carries a state from one layout to another that holds at least as much. The free slots
 * stay all zeros, whatever the least value of their field is; a marker has no value.
 */
export function converterCode(from: Layout, to: Layout): string {
  const source: Words = (word) => `source[from + ${word}]`;
  const target: Words = (word) => `target[to + ${word}]`;
  const move = (a: Field, b: Field): string =>
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

function rawIn(field: Field, words: ArrayLike<number>, start: number): number {
  if (field.width === 0) return 0;
  const word = at(words, start + field.word);
  return field.width === 32 ? word >>> 0 : (word >>> field.shift) & maskOf(field);
}

function putRaw(field: Field, words: number[] | Int32Array, start: number, raw: number): void {
  if (field.width === 0) return;
  const index = start + field.word;
  words[index] = at(words, index) | (raw << field.shift);
}
