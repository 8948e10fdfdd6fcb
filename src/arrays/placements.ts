/** Different processes for so many parameters: each is one of those that are known, or the next that is not. */
export function* placements(
  params: number,
  known: number,
  before: readonly number[] = [],
): Generator<readonly number[]> {
  if (before.length === params) {
    yield before;
    return;
  }
  const next = countWith(known, before);
  for (let p = 0; p <= next; p++) {
    if ((p < known || p === next) && !before.includes(p)) yield* placements(params, known, [...before, p]);
  }
}

/** So many processes there are with these. */
export const countWith = (known: number, procs: readonly number[]): number =>
  Math.max(known, ...procs.map((p) => p + 1));
