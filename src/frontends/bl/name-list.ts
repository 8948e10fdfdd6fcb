import { reservedWords } from '../../lang/boolean/reserved-words.js';
import type { FormulaProblem } from './formula-cursor.js';
import { isDigit, isWordStart } from './scanner.js';
import type { Scanner } from './scanner.js';
import { openers } from './tokens.js';
import type { BlWord } from './tokens.js';

/** More variables than this are refused: no semantics here could do anything with them. */
const maxNames = 20_000;

const comma = 0x2c;

/** Reads the names of declarations. */
export class NameReader {
  #count = 0;

  constructor(private readonly scanner: Scanner) {}

  /** The names up to the first that no comma follows. After a problem the scanner stands where it is. */
  names(): { readonly names: readonly BlWord[]; readonly problem: FormulaProblem | null } {
    const names: BlWord[] = [];
    let comes = true;
    while (comes) {
      const before = this.scanner.pos;
      const code = this.scanner.peek();
      const start = this.scanner.pos;
      if (!isWordStart(code)) return { names, problem: this.#noName(code, before, start) };
      const text = this.scanner.word();
      const end = this.scanner.pos;
      if (reservedWords.has(text)) {
        this.scanner.pos = start;
        return { names, problem: reserved(text, before, start, end) };
      }
      // Said once; nothing is made of a text that has more.
      if (++this.#count === maxNames + 1) return { names, problem: tooMany(start, end) };
      if (this.#count <= maxNames) names.push({ text, start, end });
      comes = this.scanner.peek() === comma;
      if (comes) this.scanner.pos++;
    }
    return { names, problem: null };
  }

  #noName(code: number, before: number, start: number): FormulaProblem {
    if (!isDigit(code)) return missing(before);
    const word = this.scanner.word();
    const message = `\`${word.slice(0, 40)}\` is no name`;
    const note = 'names begin with a letter or `_`';
    return { code: 'E103', start, end: this.scanner.pos, message, note };
  }
}

/** `end` is where the last word or comma ends. */
const missing = (end: number): FormulaProblem => ({
  code: 'E103',
  start: end - 1,
  end,
  message: 'a name is missing after this',
  note: null,
});

const reserved = (text: string, before: number, start: number, end: number): FormulaProblem =>
  openers.has(text)
    ? missing(before)
    : {
        code: 'E103',
        start,
        end,
        message: `\`${text}\` is a word of the language`,
        note: 'take another name',
      };

const tooMany = (start: number, end: number): FormulaProblem => ({
  code: 'E501',
  start,
  end,
  message: `more than ${maxNames} variables`,
  note: `a Boolean program may declare ${maxNames} variables, shared and local together`,
});
