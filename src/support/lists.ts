import { at } from './invariant.js';

/** From 0 on. */
export const numbersBelow = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

/** The items by their numbers, all of which are below `count`. */
export function byNumber<T>(
  items: Iterable<T>,
  count: number,
  numberOf: (item: T) => number,
): readonly (readonly T[])[] {
  const lists = Array.from({ length: count }, (): T[] => []);
  for (const item of items) at(lists, numberOf(item)).push(item);
  return lists;
}

/** What a walk meets, in its order. */
export function collected<T>(walk: (keep: (part: T) => T) => void): readonly T[] {
  const found: T[] = [];
  walk((part) => {
    found.push(part);
    return part;
  });
  return found;
}

/** The same numbers with room for more. */
export function resized(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(numbers);
  return larger;
}

/** The items that no other one makes needless; of several that do so to each other the first. */
export function undominated<T>(items: Iterable<T>, covers: (better: T, item: T) => boolean): readonly T[] {
  let kept: T[] = [];
  for (const item of items) {
    if (kept.some((other) => covers(other, item))) continue;
    kept = [...kept.filter((other) => !covers(item, other)), item];
  }
  return kept;
}

/** The same numbers with room for as many again. */
export const doubled = (numbers: Int32Array): Int32Array<ArrayBuffer> => resized(numbers, 2 * numbers.length);

/** The items in all orders. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

/** All choices of so many of the items, each in the order of the items. */
export function* combinations<T>(items: readonly T[], size: number, from = 0): Generator<readonly T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i + size <= items.length; i++) {
    for (const rest of combinations(items, size - 1, i + 1)) yield [at(items, i), ...rest];
  }
}
