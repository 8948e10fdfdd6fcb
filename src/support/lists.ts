import { at } from './invariant.js';

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

/** The same numbers with room for as many again. */
export function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
