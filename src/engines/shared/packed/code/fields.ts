import type { BitField } from '../layout.js';

/** The name of the JavaScript variable that holds a word of the state in question. */
export type WordNaming = (word: number) => string;

export const maskOf = (field: BitField): number => (field.width === 32 ? -1 : 2 ** field.width - 1);

/** The bits of a field, as an expression. */
export function rawOf(field: BitField, words: WordNaming): string {
  const word = words(field.word);
  if (field.width === 0) return '0';
  if (field.width === 32) return `(${word} >>> 0)`;
  if (field.shift + field.width === 32) return `(${word} >>> ${field.shift})`;
  return field.shift === 0
    ? `(${word} & ${maskOf(field)})`
    : `(${word} >>> ${field.shift} & ${maskOf(field)})`;
}

/** The value of a field, as an expression. */
export function valueOf(field: BitField, words: WordNaming): string {
  if (field.width === 0) return literal(field.lo);
  return field.lo === 0 ? rawOf(field, words) : `(${rawOf(field, words)} + ${literal(field.lo)})`;
}

/** A statement that sets the bits of a field. */
export function setRaw(field: BitField, words: WordNaming, bits: string): string {
  if (field.width === 0) return '';
  const word = words(field.word);
  if (field.width === 32) return `${word} = ${bits} | 0;`;
  const kept = ~(maskOf(field) << field.shift);
  if (bits === '0') return `${word} &= ${kept};`;
  return `${word} = ${word} & ${kept} | (${bits}) << ${field.shift};`;
}

/** A statement that sets the value of a field, which must fit. */
export function setValue(field: BitField, words: WordNaming, value: string): string {
  return setRaw(field, words, field.lo === 0 ? value : `(${value}) - ${literal(field.lo)}`);
}

/** A condition: all these fields have these bits. */
export function allEqual(wanted: readonly (readonly [BitField, number])[], words: WordNaming): string {
  const masks = new Map<number, { mask: number; bits: number }>();
  for (const [field, bits] of wanted) {
    if (field.width === 0) {
      if (bits !== 0) return 'false';
      continue;
    }
    const here = masks.get(field.word) ?? { mask: 0, bits: 0 };
    masks.set(field.word, {
      mask: here.mask | (maskOf(field) << field.shift),
      bits: here.bits | (bits << field.shift),
    });
  }
  const tests = [...masks].map(([word, { mask, bits }]) => `(${words(word)} & ${mask}) === ${bits}`);
  return tests.length === 0 ? 'true' : `(${tests.join(' && ')})`;
}

export const literal = (value: number | bigint): string => (value < 0 ? `(${value})` : String(value));

/** Marks a location. Workers share the marks, and who only looks at one takes it from nobody. */
export const reachedCode = (place: number): string => `if (reached[${place}] === 0) reached[${place}] = 1;`;
