/**
 * Integers have no end, but forty squarings make one that no memory holds. No program that means something comes near
 * this; one that does is not followed any further (`integer-limit`).
 */
const mostBits = 4096;
const beyond = 1n << BigInt(mostBits);

/** Where a number came about, as far as it is known. */
export interface NumberPlace {
  readonly variable: string | null;
  readonly line: number | null;
}

/** Some value is too large to go on with. */
export class IntegerTooLarge extends Error {
  override readonly name = 'IntegerTooLarge';

  constructor(readonly place: NumberPlace = { variable: null, line: null }) {
    const { variable, line } = place;
    const where = line === null ? '' : variable === null ? ` in line ${line}` : ` (line ${line})`;
    super(`some value${variable === null ? '' : ` of ${variable}`}${where} has more than ${mostBits} bits`);
  }

  /** What is known of the place is not told anew. */
  at({ variable, line }: NumberPlace): IntegerTooLarge {
    return new IntegerTooLarge({ variable: this.place.variable ?? variable, line: this.place.line ?? line });
  }
}

export const isTooLarge = (value: bigint): boolean => value >= beyond || value <= -beyond;

/** The value; throws `IntegerTooLarge`. */
export function bounded(value: bigint): bigint {
  if (isTooLarge(value)) throw new IntegerTooLarge();
  return value;
}

/** Does the work; where an integer becomes too large in it, the place is told. */
export function placed<T>(place: () => NumberPlace, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof IntegerTooLarge ? error.at(place()) : error;
  }
}
