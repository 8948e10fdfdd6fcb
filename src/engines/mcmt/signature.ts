import { areEqual, factSize, isBefore, isIn, isNumeric, isValue } from './facts.js';
import { isRead, symbolOf } from './terms.js';

/**
 * What tells most pairs of cubes apart before they are compared: bits such that a cube has all those of every cube that covers
 * it. What implies a fact about a term speaks of that term, and different terms stay different when processes are renamed: so
 * there are bits for the first, second, ... term of each symbol that is spoken of, and of each that has one certain value.
 */
export type Signature = Int32Array;

/** Bits of facts that are no comparisons of numbers, then one word for the terms of those. */
const plainWords = 3;
export const signatureWords = plainWords + 1;

export function signatureOf(facts: Int32Array): Signature {
  const signature = new Int32Array(signatureWords);
  const counts = new Map<number, number>();
  const [seen, seenAsNumbers] = [new Set<number>(), new Set<number>()];
  /** The next one of its kind. */
  const another = (key: number, from: number, words: number): void => {
    const ordinal = Math.min(counts.get(key) ?? 0, mostCounted);
    counts.set(key, ordinal + 1);
    const bit = (Math.imul(key * (mostCounted + 1) + ordinal, 0x9e3779b1) >>> 8) % (words * 32);
    const place = from + (bit >>> 5);
    signature[place] = (signature[place] ?? 0) | (1 << (bit & 31));
  };
  const spoken = (term: number, isNumber: boolean): void => {
    const known = isNumber ? seenAsNumbers : seen;
    if (term < 0 || known.has(term)) return;
    known.add(term);
    if (isNumber) another(keyOf(term) | number, plainWords, 1);
    else another(keyOf(term), 0, plainWords);
  };
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b] = [facts[f] ?? 0, facts[f + 1] ?? -1, facts[f + 2] ?? -1];
    if (kind === isBefore) continue;
    spoken(a, isNumeric(kind));
    if (kind >= areEqual) spoken(b, isNumeric(kind));
    if (kind === isIn && (b & (b - 1)) === 0)
      another((keyOf(a) << 6) | (31 - Math.clz32(b)) | constructor, 0, plainWords);
    // Processes are renamed: which one it is says nothing.
    if (kind === isValue) another((keyOf(a) << 6) | process, 0, plainWords);
  }
  return signature;
}

const mostCounted = 3;
const keyOf = (term: number): number => symbolOf(term) * 2 + (isRead(term) ? 1 : 0);
/** Apart from the keys of terms, and from each other. */
const constructor = 1 << 20;
const process = 1 << 21;
const number = 1 << 22;

export function mayCover(general: Signature, special: Signature): boolean {
  for (let w = 0; w < signatureWords; w++) {
    if (((general[w] ?? 0) & ~(special[w] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Of many signatures in a row, number `i`: whether its cube may cover the other. */
export function mayCoverAt(all: Int32Array, i: number, special: Signature): boolean {
  const from = i * signatureWords;
  for (let w = 0; w < signatureWords; w++) {
    if (((all[from + w] ?? 0) & ~(special[w] ?? 0)) !== 0) return false;
  }
  return true;
}

export function mayBeCoveredAt(general: Signature, all: Int32Array, i: number): boolean {
  const from = i * signatureWords;
  for (let w = 0; w < signatureWords; w++) {
    if (((general[w] ?? 0) & ~(all[from + w] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Whether the cube of number `i` may lack just one comparison of numbers, of two terms at most, to cover the other. */
export function mayLackOneAt(all: Int32Array, i: number, special: Signature): boolean {
  const from = i * signatureWords;
  for (let w = 0; w < plainWords; w++) {
    if (((all[from + w] ?? 0) & ~(special[w] ?? 0)) !== 0) return false;
  }
  const missing = (all[from + plainWords] ?? 0) & ~(special[plainWords] ?? 0);
  return dropLowest(dropLowest(missing)) === 0;
}

const dropLowest = (bits: number): number => bits & (bits - 1);
