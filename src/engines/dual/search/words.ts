import { at, invariant } from '../../../support/check.js';
import type { CellValue, DualCell } from '../program.js';
import { Ints } from './ints.js';

/** An own-message (odd) or a plain message, which is a snapshot of one or more cells (even). */
export type Letter = number;

/** A load buffer, newest message first. 0 is the empty one. */
export type Word = number;

export const emptyWord: Word = 0;

export const isOwn = (letter: Letter): boolean => (letter & 1) === 1;

/**
 * The words that occur, each stored once, as its newest message and the word of the rest. No word has two own-messages of
 * one cell, so that paper 002's ordering (most recent own-messages equal, fragments between them subwords) is the subword
 * test on whole words with the same sequence of own-messages.
 */
export class Words {
  readonly #firstPair: readonly number[];
  readonly #pairs: readonly CellValue[];
  /** The values of a snapshot, by cell. */
  readonly #snapshots: (readonly CellValue[])[] = [];
  readonly #snapshotIds = new Map<string, number>();
  /** Whether all snapshots are of one cell: then one covers another only if it is the same. */
  #single = true;

  readonly #front = new Ints();
  readonly #rest = new Ints();
  readonly #length = new Ints();
  readonly #own = new Ints();
  readonly #last = new Ints();
  readonly #signature = new Ints();
  /** For each word a row of bits, one for each value of a cell that occurs in it. */
  readonly #occurring = new Ints();
  readonly #ids = new Map<number, Word>();

  constructor(cells: readonly DualCell[]) {
    const firstPair: number[] = [];
    const pairs: CellValue[] = [];
    for (const [cell, { values }] of cells.entries()) {
      firstPair.push(pairs.length);
      for (const value of values.keys()) pairs.push({ cell, value });
    }
    this.#firstPair = firstPair;
    this.#pairs = pairs;
    for (const list of [this.#front, this.#rest, this.#length, this.#own, this.#signature]) list.push(0);
    this.#last.push(-1);
    for (let i = 0; i < this.rowLength; i++) this.#occurring.push(0);
  }

  /** Values of cells are numbered through. */
  pair({ cell, value }: CellValue): number {
    return at(this.#firstPair, cell) + value;
  }

  get pairCount(): number {
    return this.#pairs.length;
  }

  /** The 32-bit words that hold a bit for each pair. */
  get rowLength(): number {
    return (this.#pairs.length + 31) >>> 5;
  }

  get count(): number {
    return this.#front.length;
  }

  own(pair: CellValue): Letter {
    return this.pair(pair) * 2 + 1;
  }

  ownPair(letter: Letter): CellValue {
    return at(this.#pairs, letter >>> 1);
  }

  plain(values: readonly CellValue[]): Letter {
    const sorted = values.toSorted((a, b) => a.cell - b.cell);
    const key = sorted.map((v) => this.pair(v)).join(',');
    const known = this.#snapshotIds.get(key);
    if (known !== undefined) return known * 2;
    const id = this.#snapshots.length;
    this.#snapshots.push(sorted);
    this.#snapshotIds.set(key, id);
    if (sorted.length > 1) this.#single = false;
    return id * 2;
  }

  snapshot(letter: Letter): readonly CellValue[] {
    return at(this.#snapshots, letter >>> 1);
  }

  front(word: Word): Letter {
    return this.#front.get(word);
  }

  rest(word: Word): Word {
    return this.#rest.get(word);
  }

  length(word: Word): number {
    return this.#length.get(word);
  }

  /** The word of its own-messages only. */
  ownSequence(word: Word): Word {
    return this.#own.get(word);
  }

  /** The oldest message; -1 if there is none. */
  oldest(word: Word): Letter {
    return this.#last.get(word);
  }

  /** Bits of which a word that is above has all. */
  signature(word: Word): number {
    return this.#signature.get(word);
  }

  /** The `index`-th 32 bits of the row of values that occur. */
  occurring(word: Word, index: number): number {
    return this.#occurring.get(word * this.rowLength + index);
  }

  cons(letter: Letter, rest: Word): Word {
    const key = letter * 0x8000000 + rest;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    invariant(rest < 0x8000000, 'there are fewer than 2^27 words');
    const rests = this.ownSequence(rest);
    // First, because it may make a word. -1: the one in the making.
    const own = !isOwn(letter) ? rests : rests === rest ? -1 : this.cons(letter, rests);
    const id = this.#front.length;
    this.#ids.set(key, id);
    this.#front.push(letter);
    this.#rest.push(rest);
    this.#length.push(this.length(rest) + 1);
    this.#own.push(own === -1 ? id : own);
    this.#last.push(rest === emptyWord ? letter : this.oldest(rest));
    const pairs = isOwn(letter) ? [this.ownPair(letter)] : this.snapshot(letter);
    let signature = this.signature(rest);
    for (const pair of pairs) signature |= 1 << (hash(this.pair(pair) * 2 + (letter & 1)) & 31);
    this.#signature.push(signature);
    for (let i = 0; i < this.rowLength; i++) {
      let row = this.occurring(rest, i);
      for (const pair of pairs) if (this.pair(pair) >>> 5 === i) row |= 1 << (this.pair(pair) & 31);
      this.#occurring.push(row);
    }
    return id;
  }

  /** A number for each value of a cell that a message of the word has, another for own ones. */
  bits(word: Word): readonly number[] {
    return this.letters(word).flatMap((letter) =>
      isOwn(letter) ? [letter] : this.snapshot(letter).map((pair) => this.pair(pair) * 2),
    );
  }

  letters(word: Word): Letter[] {
    const letters: Letter[] = [];
    for (let w = word; w !== emptyWord; w = this.rest(w)) letters.push(this.front(w));
    return letters;
  }

  ofLetters(letters: readonly Letter[]): Word {
    return letters.reduceRight<Word>((rest, letter) => this.cons(letter, rest), emptyWord);
  }

  /** Whether a process that can read what `below` says can do so from `above`: the plain letters' ordering. */
  #covers(above: Letter, below: Letter): boolean {
    if (above === below) return true;
    if (this.#single || isOwn(above) || isOwn(below)) return false;
    const values = this.snapshot(above);
    return this.snapshot(below).every((b) => values.some((a) => a.cell === b.cell && a.value === b.value));
  }

  /** Paper 002's ordering on words with the same own sequence. */
  below(small: Word, large: Word): boolean {
    let [s, l] = [small, large];
    for (;;) {
      if (s === l || s === emptyWord) return true;
      const spare = this.length(l) - this.length(s);
      if (spare < 0 || (this.signature(s) & ~this.signature(l)) !== 0) return false;
      if (this.#covers(this.front(l), this.front(s))) s = this.rest(s);
      l = this.rest(l);
    }
  }
}

export function hash(n: number): number {
  const h = Math.imul(n + 1, 0x9e3779b1);
  return h ^ (h >>> 15);
}
