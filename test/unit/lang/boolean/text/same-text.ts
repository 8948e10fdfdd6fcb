/** Whether two trees are equal but for their spans. Parts that are one object on both sides are compared once. */
export function sameButSpans(a: unknown, b: unknown, known = new Map<object, unknown>()): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (known.get(a) === b) return true;
  const [left, right] = [partsOf(a), partsOf(b)];
  const isSame =
    left.size === right.size &&
    [...left].every(([key, part]) => right.has(key) && sameButSpans(part, right.get(key), known));
  if (isSame) known.set(a, b);
  return isSame;
}

const partsOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([key]) => key !== 'span'));
