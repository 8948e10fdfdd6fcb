/** A set of small numbers, 32 to a word. */
export type Mask = Int32Array<ArrayBuffer>;

export const emptyMask = (words: number): Mask => new Int32Array(words);

export function maskOf(words: number, numbers: Iterable<number>): Mask {
  const mask = emptyMask(words);
  for (const number of numbers) include(mask, number);
  return mask;
}

export const has = (mask: Mask, member: number): boolean =>
  (((mask[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1;

export function include(mask: Mask, member: number): void {
  mask[member >>> 5] = (mask[member >>> 5] ?? 0) | (1 << (member & 31));
}

export function includeAll(mask: Mask, others: Mask): void {
  for (let w = 0; w < mask.length; w++) mask[w] = (mask[w] ?? 0) | (others[w] ?? 0);
}

/** The members of the mask that begins at a word of an array, in order. */
export function members(words: Int32Array, from = 0, count = words.length): number[] {
  const found: number[] = [];
  for (let w = 0; w < count; w++) {
    for (let rest = words[from + w] ?? 0; rest !== 0; rest &= rest - 1) {
      found.push(32 * w + 31 - Math.clz32(rest & -rest));
    }
  }
  return found;
}

/** The array itself if it is long enough, else a longer one with the same words. */
export function roomFor(array: Mask, length: number): Mask {
  if (array.length >= length) return array;
  const longer = new Int32Array(Math.max(length, 2 * array.length, 64));
  longer.set(array);
  return longer;
}
