/** The items with all that they need, each behind what it needs. Front ends have refused cycles of initial values. */
export function inOrder<T>(items: Iterable<T>, needs: (item: T) => Iterable<T>): readonly T[] {
  const done = new Set<T>();
  const visit = (item: T): void => {
    if (done.has(item)) return;
    for (const needed of needs(item)) if (needed !== item) visit(needed);
    done.add(item);
  };
  for (const item of items) visit(item);
  return [...done];
}
