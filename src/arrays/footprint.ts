/** A set of slots, as bits. */
export type Slots = bigint;

/** Which cells a transition with its processes may look at and write: at least those it does. */
export interface Footprint {
  readonly reads: Slots;
  readonly writes: Slots;
}

export const noSlots: Slots = 0n;

export const slotsOf = (slots: Iterable<number>): Slots => {
  let all = noSlots;
  for (const slot of slots) all |= 1n << BigInt(slot);
  return all;
};
