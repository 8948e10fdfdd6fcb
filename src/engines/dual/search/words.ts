import { at, invariant } from '../../../support/invariant.js';
import type { CellValue } from '../dual-program.js';
import { remembered } from '../../../support/remembered.js';
import { within } from './boxes.js';
import type { Box, Boxes, MemorySet } from './boxes.js';
import { Ints } from './ints.js';

/** An own-message (odd) or a plain message, which says something of one or more cells (even). */
export type Letter = number;

/** A load buffer, newest message first. 0 is the empty one. */
export type BufferWord = number;

export const emptyWord: BufferWord = 0;

export const isOwn = (letter: Letter): boolean => (letter & 1) === 1;

/**
 * The words that occur, each stored once, as its newest message and the word of the rest. A word stands for all buffers in
 * which its plain messages can be found in that order and, for each of its own-messages, the newest own-message of that cell is
 * this one and *somewhere* before the plain messages that stand behind it (docs/engines/dual.md). Of other own-messages it
 * says nothing. No word has two own-messages of one cell.
 */
export class BufferWords {
  readonly #plain: Box[] = [];
  readonly #plainIds = new Map<string, number>();

  readonly #front = new Ints();
  readonly #rest = new Ints();
  readonly #length = new Ints();
  readonly #ids = new Map<number, BufferWord>();

  constructor(readonly boxes: Boxes) {
    for (const list of [this.#front, this.#rest, this.#length]) list.push(0);
  }

  get count(): number {
    return this.#front.length;
  }

  own(pair: CellValue): Letter {
    return this.boxes.bit(pair) * 2 + 1;
  }

  ownPair(letter: Letter): CellValue {
    return this.boxes.pair(letter >>> 1);
  }

  plain(box: Box): Letter {
    return remembered(this.#plainIds, box.row.join(), () => this.#plain.push(box) - 1) * 2;
  }

  /** What a plain message says. */
  box(letter: Letter): Box {
    return at(this.#plain, letter >>> 1);
  }

  front(word: BufferWord): Letter {
    return this.#front.get(word);
  }

  rest(word: BufferWord): BufferWord {
    return this.#rest.get(word);
  }

  length(word: BufferWord): number {
    return this.#length.get(word);
  }

  cons(letter: Letter, rest: BufferWord): BufferWord {
    const key = letter * 0x8000000 + rest;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    invariant(rest < 0x8000000, 'there are fewer than 2^27 words');
    const id = this.#front.length;
    this.#ids.set(key, id);
    this.#front.push(letter);
    this.#rest.push(rest);
    this.#length.push(this.length(rest) + 1);
    return id;
  }

  /** Numbers of which a word that is above has all: for own-messages, cells, and cells with one value. */
  bits(word: BufferWord): readonly number[] {
    const { boxes } = this;
    return this.letters(word).flatMap((letter) => {
      if (isOwn(letter)) return [letter * 2];
      const { cells, row } = this.box(letter);
      const values = cells.flatMap((cell) => {
        const [value, ...others] = boxes.valuesOf(row, cell);
        return value === undefined || others.length > 0 ? [] : [boxes.bit({ cell, value }) * 4 + 1];
      });
      return [...cells.map((cell) => cell * 4 + 3), ...values];
    });
  }

  /** Whether the plain messages can all have been propagated at some time, if memory only ever had these values. */
  canBe(word: BufferWord, possible: MemorySet): boolean {
    for (let w = word; w !== emptyWord; w = this.rest(w)) {
      const letter = this.front(w);
      if (isOwn(letter)) continue;
      const { cells, row } = this.box(letter);
      if (!this.boxes.meet(row, possible, cells)) return false;
    }
    return true;
  }

  letters(word: BufferWord): Letter[] {
    const letters: Letter[] = [];
    for (let w = word; w !== emptyWord; w = this.rest(w)) letters.push(this.front(w));
    return letters;
  }

  ofLetters(letters: readonly Letter[]): BufferWord {
    return letters.reduceRight<BufferWord>((rest, letter) => this.cons(letter, rest), emptyWord);
  }

  /** Whether a message says all that another says, and perhaps more. */
  #covers(above: Letter, below: Letter): boolean {
    if (above === below) return true;
    if (isOwn(above) || isOwn(below)) return false;
    return within(this.box(above).row, this.box(below).row);
  }

  /** The own-messages of a word. */
  owns(word: BufferWord): readonly CellValue[] {
    return this.letters(word)
      .filter(isOwn)
      .map((letter) => this.ownPair(letter));
  }

  #has(word: BufferWord, letter: Letter): boolean {
    for (let w = word; w !== emptyWord; w = this.rest(w)) if (this.front(w) === letter) return true;
    return false;
  }

  /**
   * Whether `large` stands only for buffers that `small` stands for, too: its plain messages are a subword, and those behind
   * an own-message are behind it in `large`, too.
   */
  below(small: BufferWord, large: BufferWord): boolean {
    let [s, l] = [small, large];
    while (s !== emptyWord) {
      if (s === l) return true;
      const letter = this.front(s);
      if (isOwn(letter)) {
        if (this.#has(l, letter)) {
          while (this.front(l) !== letter) l = this.rest(l);
          l = this.rest(l);
        } else if (!this.#has(large, letter)) return false;
      } else {
        while (l !== emptyWord && !this.#covers(this.front(l), letter)) l = this.rest(l);
        if (l === emptyWord) return false;
        l = this.rest(l);
      }
      s = this.rest(s);
    }
    return true;
  }
}

export function hash(n: number): number {
  const h = Math.imul(n + 1, 0x9e3779b1);
  return h ^ (h >>> 15);
}
