/** A whole number from 0 to below `limit`. */
export type RandomBelow = (limit: number) => number;

/**
 * The same seed gives the same numbers. A Weyl sequence through the 32-bit finaliser of MurmurHash3: any start will do,
 * and nothing here needs better.
 */
export function randomFrom(seed: number): RandomBelow {
  let counter = seed >>> 0;
  return (limit) => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed = (mixed ^ (mixed >>> 16)) >>> 0;
    return Math.floor((mixed / 2 ** 32) * limit);
  };
}
