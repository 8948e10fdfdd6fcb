import { at } from '../../support/check.js';
import { maskOf } from './code/fields.js';
import type { Field, Layout, Slot } from './layout.js';

/** The value of a field in the words of a state. */
export function readField(field: Field, words: ArrayLike<number>): number {
  return rawIn(field, words, 0) + field.lo;
}

/** Sets the value of a field that was all zeros. */
export function writeField(field: Field, words: number[], value: number): void {
  putRaw(field, words, 0, value - field.lo);
}

/**
 * A function that carries a state from one layout to another that holds at least as much. The free slots stay all
 * zeros, whatever the least value of their field is.
 */
export function converter(from: Layout, to: Layout) {
  const moves: (readonly [Field, Field])[] = [];
  for (const [i, field] of from.locations.entries()) moves.push([field, at(to.locations, i)]);
  for (const [i, field] of from.variables.entries()) moves.push([field, at(to.variables, i)]);
  const slots: (readonly [Slot, Slot])[] = from.buffers.flatMap((buffer, t) =>
    buffer.map((slot, i) => [slot, at(at(to.buffers, t), i)] as const),
  );
  return (source: Int32Array, start: number, target: Int32Array, end: number): void => {
    for (const [a, b] of moves) putRaw(b, target, end, rawIn(a, source, start) + a.lo - b.lo);
    for (const [a, b] of slots) {
      const code = rawIn(a.code, source, start);
      if (code === 0) continue;
      putRaw(b.code, target, end, code);
      // A marker has no value.
      if (code > 1) putRaw(b.value, target, end, rawIn(a.value, source, start) + a.value.lo - b.value.lo);
    }
  };
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
