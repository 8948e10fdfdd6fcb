/** So many take a tenth of a second to a third: more patience than that has whoever ends work from outside. */
const leastUnits = 500_000;

/** Resource units for a query: as many as are allowed, but no more than there are likely to be in the time that is left. */
export const unitsWithin = (allowed: number, inSecond: number, secondsLeft = Infinity): number =>
  Math.min(allowed, Math.max(leastUnits, Math.ceil(secondsLeft * inSecond)));
