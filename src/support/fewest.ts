/**
 * As few of the items as are still enough, as far as that is found by leaving out ever smaller parts; those that stand last are kept
 * rather than those before them. All of them are enough.
 */
export async function fewest<T>(
  items: readonly T[],
  isEnough: (some: readonly T[]) => Promise<boolean>,
  goOn: () => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length;) {
      if (!(await goOn())) return kept;
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await isEnough(fewer)) kept = fewer;
      else from += size;
    }
  }
  return kept;
}
