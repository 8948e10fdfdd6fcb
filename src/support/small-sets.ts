/** Sets of numbers below 32, as the bits of a number. */

/** The least member of a set that is not empty. */
export const lowest = (set: number): number => 31 - Math.clz32(set & -set);

export function membersOf(set: number): readonly number[] {
  const members: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) members.push(lowest(rest));
  return members;
}

/** With `to[n]` for each n; what is -1 or nowhere there is left out. */
export function renamedSet(set: number, to: ArrayLike<number>): number {
  let renamed = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const place = to[lowest(rest)] ?? -1;
    if (place >= 0) renamed |= 1 << place;
  }
  return renamed;
}
