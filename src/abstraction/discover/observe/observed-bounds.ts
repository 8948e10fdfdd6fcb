/** A quantity in the states that were met, in their order: the least and the greatest value, where they look like bounds. */
export interface ObservedBounds {
  readonly least: number | null;
  readonly greatest: number | null;
}

/** What was met in the first half of the states, and not left behind in the second, is taken for a bound. */
export function observedBounds(values: readonly number[]): ObservedBounds {
  const half = Math.ceil(values.length / 2);
  let [least, greatest] = [Infinity, -Infinity];
  let [leastBefore, greatestBefore] = [Infinity, -Infinity];
  for (const [i, value] of values.entries()) {
    if (i === half) [leastBefore, greatestBefore] = [least, greatest];
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return {
    least: least === leastBefore ? least : null,
    greatest: greatest === greatestBefore ? greatest : null,
  };
}
