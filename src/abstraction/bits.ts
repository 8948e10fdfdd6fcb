import { resized } from '../support/lists.js';

/** A set of small numbers as bits, 32 to a word. What is beyond the words of a set is not in it. */
export type Mask = Int32Array<ArrayBuffer>;

export const emptyMask = (words: number): Mask => new Int32Array(words);

export function maskOf(words: number, numbers: Iterable<number>): Mask {
  const mask = emptyMask(words);
  for (const number of numbers) include(mask, number);
  return mask;
}

export const wordsFor = (count: number): number => (count + 31) >>> 5;

export const has = (set: Int32Array, n: number): boolean => (((set[n >> 5] ?? 0) >>> (n & 31)) & 1) === 1;

export function include(set: Int32Array, n: number): void {
  set[n >> 5] = (set[n >> 5] ?? 0) | (1 << (n & 31));
}

export function exclude(set: Int32Array, n: number): void {
  set[n >> 5] = (set[n >> 5] ?? 0) & ~(1 << (n & 31));
}

/** Whether the intersection, which `result` becomes, has an element. */
export function intersect(result: Int32Array, a: Int32Array, b: Int32Array, words: number): boolean {
  let any = 0;
  for (let w = 0; w < words; w++) {
    const both = (a[w] ?? 0) & (b[w] ?? 0);
    result[w] = both;
    any |= both;
  }
  return any !== 0;
}

export function subtract(result: Int32Array, a: Int32Array, b: Int32Array, words: number): void {
  for (let w = 0; w < words; w++) result[w] = (a[w] ?? 0) & ~(b[w] ?? 0);
}

export function areDisjoint(a: Int32Array, b: Int32Array, words: number): boolean {
  for (let w = 0; w < words; w++) if (((a[w] ?? 0) & (b[w] ?? 0)) !== 0) return false;
  return true;
}

export function isEmpty(set: Int32Array, words: number): boolean {
  for (let w = 0; w < words; w++) if (set[w] !== 0) return false;
  return true;
}

/** The smallest element; the set is not empty. */
export function firstOf(set: Int32Array, words: number): number {
  for (let w = 0; w < words; w++) {
    const word = set[w] ?? 0;
    if (word !== 0) return 32 * w + 31 - Math.clz32(word & -word);
  }
  return -1;
}

export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function includeAll(mask: Mask, others: Mask): void {
  for (let w = 0; w < mask.length; w++) mask[w] = (mask[w] ?? 0) | (others[w] ?? 0);
}

/** In order. */
export function members(mask: Int32Array): number[] {
  const found: number[] = [];
  for (let w = 0; w < mask.length; w++) {
    for (let rest = mask[w] ?? 0; rest !== 0; rest &= rest - 1) {
      found.push(32 * w + 31 - Math.clz32(rest & -rest));
    }
  }
  return found;
}

/** The array itself if it is long enough, else a longer one with the same words. */
export function roomFor(array: Mask, length: number): Mask {
  return array.length >= length ? array : resized(array, Math.max(length, 2 * array.length, 64));
}
