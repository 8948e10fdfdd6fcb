/**
 * The candidate closest to a misspelt name, or null when none is close enough to be worth offering. Some letter must be
 * the same: any name of one letter is one step from every other.
 */
export function suggest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(name.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance < Math.min(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A hint that asks for the candidate closest to a misspelt name; null as for `suggest`. */
export function didYouMean(
  name: string,
  candidates: Iterable<string>,
  ask: 'Did you mean' | 'did you mean' | 'Is it' = 'Did you mean',
): string | null {
  const near = suggest(name, candidates);
  return near === null ? null : `${ask} ${near}?`;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours count one each. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d = Math.min(d, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(d);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
