import { areEqual, factSize, isBefore, isIn, isNumeric, isValue } from './facts.js';
import { isRead, symbolOf } from './term-codes.js';

/**
 * What tells most pairs of cubes apart before they are compared: bits such that a cube has all those of every cube that covers
 * it. What implies a fact about a term speaks of that term, and different terms stay different when processes are renamed: so
 * there are bits for the first, second, ... term of each symbol that is spoken of, and of each that has one certain value.
 */
export type CubeSignature = Int32Array;

/** Bits of facts that are no comparisons of numbers, then one word for the terms of those. */
const plainWords = 3;
export const signatureWords = plainWords + 1;

export function signatureOf(facts: Int32Array): CubeSignature {
  const bits = new Bits();
  const [seen, seenAsNumbers]: [number[], number[]] = [[], []];
  const spoken = (term: number, isNumber: boolean): void => {
    const known = isNumber ? seenAsNumbers : seen;
    if (term < 0 || known.includes(term)) return;
    known.push(term);
    if (isNumber) bits.another(keyOf(term) | number, plainWords, 1);
    else bits.another(keyOf(term), 0, plainWords);
  };
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b] = [facts[f] ?? 0, facts[f + 1] ?? -1, facts[f + 2] ?? -1];
    if (kind === isBefore) continue;
    spoken(a, isNumeric(kind));
    if (kind >= areEqual) spoken(b, isNumeric(kind));
    if (kind === isIn && (b & (b - 1)) === 0)
      bits.another((keyOf(a) << 6) | (31 - Math.clz32(b)) | constructor, 0, plainWords);
    // Processes are renamed: which one it is says nothing.
    if (kind === isValue) bits.another((keyOf(a) << 6) | process, 0, plainWords);
  }
  return bits.words;
}

class Bits {
  readonly words = new Int32Array(signatureWords);
  /** Of each key: how often it came. */
  readonly #keys: number[] = [];
  readonly #counts: number[] = [];

  /** The bit for the next thing of this key, in some of the words. */
  another(key: number, from: number, words: number): void {
    let place = this.#keys.indexOf(key);
    if (place < 0) {
      place = this.#keys.push(key) - 1;
      this.#counts.push(0);
    }
    const ordinal = Math.min(this.#counts[place] ?? 0, mostCounted);
    this.#counts[place] = ordinal + 1;
    const bit = (Math.imul(key * (mostCounted + 1) + ordinal, 0x9e3779b1) >>> 8) % (words * 32);
    const word = from + (bit >>> 5);
    this.words[word] = (this.words[word] ?? 0) | (1 << (bit & 31));
  }
}

const mostCounted = 3;
const keyOf = (term: number): number => symbolOf(term) * 2 + (isRead(term) ? 1 : 0);
/** Apart from the keys of terms, and from each other. */
const constructor = 1 << 20;
const process = 1 << 21;
const number = 1 << 22;

/** Of two signatures in rows of them: whether the cube of the first may cover that of the other. */
export function mayCover(general: Int32Array, g: number, special: Int32Array, s: number): boolean {
  for (let w = 0; w < signatureWords; w++) {
    if (((general[g + w] ?? 0) & ~(special[s + w] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Whether the first may lack just one comparison of numbers, of two terms at most, to cover the other. */
export function mayLackOne(all: Int32Array, from: number, special: CubeSignature): boolean {
  for (let w = 0; w < plainWords; w++) {
    if (((all[from + w] ?? 0) & ~(special[w] ?? 0)) !== 0) return false;
  }
  const missing = (all[from + plainWords] ?? 0) & ~(special[plainWords] ?? 0);
  return dropLowest(dropLowest(missing)) === 0;
}

const dropLowest = (bits: number): number => bits & (bits - 1);
