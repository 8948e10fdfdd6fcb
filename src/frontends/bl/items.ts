import { reservedWords } from '../../lang/boolean/reserved-words.js';
import type { FormulaProblem } from './formula-cursor.js';
import { BlFormulaReader } from './formulas.js';
import { operatorMeant } from './meant.js';
import { NameReader } from './name-list.js';
import type { Scanner } from './scanner.js';
import { isDigit, isNumber, isWordStart } from './scanner.js';
import { hasText, openers } from './tokens.js';
import type { BlToken } from './tokens.js';

/** A declaration, the heading of a block, a statement or a property. */
export interface RawItem {
  readonly tokens: readonly BlToken[];
  /** The comments before the first token. */
  readonly comments: readonly string[];
  /** Nothing is missing at its end. */
  readonly closed: boolean;
  /** Why what follows the tokens could not be read. */
  readonly problem: FormulaProblem | null;
}

const colon = 0x3a;
const semicolon = 0x3b;
const equal = 0x3d;
const maxDigits = 9;

/** No item has more tokens. What more there is makes it wrong, and is not needed to say so. */
const maxTokens = 16;

/**
 * Cuts a text into items: up to a semicolon, or to a word that begins another item, as does the label of a statement. What
 * a token can be depends on those before it: after `if`, `assume`, `choose (` and `assert always` comes a condition,
 * after `=` an expression, after `shared` and `local` names.
 */
export class ItemReader {
  readonly #formulas: BlFormulaReader;
  readonly #names: NameReader;

  constructor(private readonly scanner: Scanner) {
    this.#formulas = new BlFormulaReader(scanner);
    this.#names = new NameReader(scanner);
  }

  /** Null at the end of the text. */
  next(): RawItem | null {
    if (Number.isNaN(this.scanner.peek())) return null;
    const comments = this.scanner.takeComments();
    const tokens: BlToken[] = [];
    const item = { tokens, comments, ...this.#fill(tokens) };
    this.scanner.takeComments();
    return item;
  }

  #fill(tokens: BlToken[]): Pick<RawItem, 'closed' | 'problem'> {
    for (;;) {
      const end = this.scanner.pos;
      const next = this.scanner.peek();
      if (Number.isNaN(next)) return { closed: isHeading(tokens), problem: null };
      // `process 1:` has a colon too many.
      const isWhole = isHeading(tokens) && next !== colon;
      if (isWhole || (tokens.length > 0 && this.#isNextItem(tokens))) {
        // The comments since then belong to the next item.
        this.scanner.pos = end;
        return { closed: isWhole, problem: null };
      }
      if (next === semicolon) {
        this.scanner.pos++;
        return { closed: true, problem: null };
      }
      const token = tokens.length < maxTokens ? this.#token(tokens) : null;
      if (token === null || !('type' in token)) {
        this.#skip();
        return { closed: true, problem: token };
      }
      tokens.push(token);
    }
  }

  /** Whether another item begins here: its semicolon is missing, or the item is over without one. */
  #isNextItem(before: readonly BlToken[]): boolean {
    const next = this.scanner.peek();
    const start = this.scanner.pos;
    let opens = false;
    if (isWordStart(next)) opens = openers.has(this.scanner.word());
    else if (isDigit(next)) {
      this.scanner.word();
      opens = this.scanner.peek() === colon && (!this.#isAfterProcess(before) || this.#isLabelled());
    }
    this.scanner.pos = start;
    return opens;
  }

  #isAfterProcess(before: readonly BlToken[]): boolean {
    return before.length === 1 && hasText(before[0], 'process');
  }

  /** At the colon after a number: a statement comes then, so that the number is its label. */
  #isLabelled(): boolean {
    this.scanner.pos++;
    return isWordStart(this.scanner.peek()) && !openers.has(this.scanner.word());
  }

  /** The next token after those, or what is wrong with it. */
  #token(before: readonly BlToken[]): BlToken | FormulaProblem | null {
    const start = this.scanner.pos;
    switch (this.#expected(before)) {
      case 'condition': {
        const node = this.#formulas.condition();
        return node === null
          ? this.#problem(start)
          : { type: 'condition', node, start, end: this.scanner.pos };
      }
      case 'expression': {
        if (this.scanner.text.charCodeAt(start) === equal) return doubledSign(start);
        const node = this.#formulas.expression();
        return node === null
          ? this.#problem(start)
          : { type: 'expression', node, start, end: this.scanner.pos };
      }
      case 'names': {
        const { names, problem } = this.#names.names();
        const end = names[names.length - 1]?.end ?? start;
        return problem ?? { type: 'names', names, start, end };
      }
      case 'word':
        return this.#plain(start, hasText(before[0], 'assert') && before.length === 1);
    }
  }

  #expected(before: readonly BlToken[]): 'condition' | 'expression' | 'names' | 'word' {
    const last = before[before.length - 1];
    if (last === undefined || !('text' in last)) return 'word';
    switch (last.text) {
      case 'if':
      case 'assume':
        return 'condition';
      case '(':
        return hasText(before[before.length - 2], 'choose') ? 'condition' : 'word';
      case ',':
        return before.some((token) => hasText(token, 'choose')) ? 'condition' : 'word';
      case '=':
        return hasText(before[2], 'load') || this.#atChoose() ? 'word' : 'expression';
      case 'shared':
      case 'local':
        return before.length === 1 ? 'names' : 'word';
      default:
        // After `always` or `final`.
        return hasText(before[0], 'assert') && before.length === 2 ? 'condition' : 'word';
    }
  }

  #atChoose(): boolean {
    const start = this.scanner.pos;
    const isChoose = isWordStart(this.scanner.peek()) && this.scanner.word() === 'choose';
    this.scanner.pos = start;
    return isChoose;
  }

  #plain(start: number, isKind: boolean): BlToken | FormulaProblem {
    const code = this.scanner.peek();
    if (isDigit(code)) {
      const text = this.scanner.word();
      const end = this.scanner.pos;
      if (text.length <= maxDigits && isNumber(text)) return { type: 'number', text, start, end };
      return badNumber(text, start, end);
    }
    if (isWordStart(code)) {
      const text = this.scanner.word();
      const type = isKind || reservedWords.has(text) ? 'keyword' : 'name';
      return { type, text, start, end: this.scanner.pos };
    }
    const text = String.fromCodePoint(this.scanner.text.codePointAt(start) ?? 0);
    const end = (this.scanner.pos = start + text.length);
    if (':=(),'.includes(text)) return { type: 'symbol', text, start, end };
    const meant = operatorMeant(text);
    const note = meant === null ? null : `write \`${meant}\``;
    return { code: 'E101', start, end, message: `unexpected character \`${text}\``, note };
  }

  #problem(start: number): FormulaProblem | null {
    this.scanner.pos = start;
    return this.#formulas.problem;
  }

  /** To after the next semicolon, or to where another item begins. */
  #skip(): void {
    for (let next = this.scanner.peek(); !Number.isNaN(next); next = this.scanner.peek()) {
      if (this.#isNextItem([])) return;
      if (isWordStart(next) || isDigit(next)) this.scanner.word();
      else this.scanner.pos++;
      if (next === semicolon) return;
    }
  }
}

const doubledSign = (start: number): FormulaProblem => ({
  ...{ code: 'E103', start: start - 1, end: start + 1 },
  message: 'unexpected `==`',
  note: 'an assignment is written with one `=`: `t0 = 1`',
});

function badNumber(text: string, start: number, end: number): FormulaProblem {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return isNumber(text)
    ? {
        ...{ code: 'E103', start, end },
        message: `the number ${shown} is too long`,
        note: `labels and the numbers of processes have at most ${maxDigits} digits`,
      }
    : {
        ...{ code: 'E103', start, end },
        message: `\`${shown}\` is neither a label nor a name`,
        note: 'labels are numbers, and names begin with a letter or `_`',
      };
}

/** `init` and `process 1` end without a semicolon. */
const isHeading = (tokens: readonly BlToken[]): boolean =>
  (tokens.length === 1 && hasText(tokens[0], 'init')) ||
  (tokens.length === 2 && hasText(tokens[0], 'process') && tokens[1]?.type === 'number');
