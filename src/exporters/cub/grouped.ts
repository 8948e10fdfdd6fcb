/** The items with the same key together, in the order of their first ones. */
export function groupedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown,
): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
