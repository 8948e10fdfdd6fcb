import { reservedWords } from '../../boolean/words.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import { FormulaReader } from './formulas.js';
import type { Scanner } from './scanner.js';
import { isDigit, isNumber, isWordStart } from './scanner.js';
import { hasText, openers, opensItem } from './tokens.js';
import type { Token } from './tokens.js';

/** A declaration, the heading of a block, a statement or a property. */
export interface RawItem {
  readonly tokens: readonly Token[];
  /** The comments before the first token. */
  readonly comments: readonly string[];
  /** Nothing is missing at its end. */
  readonly closed: boolean;
  /** What follows the tokens could not be read, and that was reported. */
  readonly broken: boolean;
}

const semicolon = 0x3b;
const maxDigits = 9;

/**
 * Cuts a text into items: up to a semicolon, or to a word that begins another item. What a token can be depends on
 * those before it: after `if`, `assume`, `choose (` and `assert always` comes a condition, after `=` an expression.
 */
export class ItemReader {
  readonly #formulas: FormulaReader;

  constructor(
    private readonly scanner: Scanner,
    private readonly bag: DiagnosticBag,
  ) {
    this.#formulas = new FormulaReader(scanner);
  }

  /** Null at the end of the text. */
  next(): RawItem | null {
    if (Number.isNaN(this.scanner.peek())) return null;
    const comments = this.scanner.takeComments();
    const tokens: Token[] = [];
    const item = { tokens, comments, ...this.#fill(tokens) };
    this.scanner.takeComments();
    return item;
  }

  /** Goes back: what stands from this offset on is the next item. */
  back(offset: number): void {
    this.scanner.pos = offset;
  }

  #fill(tokens: Token[]): Pick<RawItem, 'closed' | 'broken'> {
    for (;;) {
      const next = this.scanner.peek();
      if (Number.isNaN(next)) return { closed: false, broken: false };
      if (next === semicolon) {
        this.scanner.pos++;
        return { closed: true, broken: false };
      }
      const token = this.#token(tokens);
      if (token === null) {
        this.#skip();
        return { closed: true, broken: true };
      }
      if (opensItem(token) && tokens.length > 0) {
        this.back(token.start);
        return { closed: false, broken: false };
      }
      tokens.push(token);
      if (isHeading(tokens)) return { closed: true, broken: false };
    }
  }

  /** The next token after those; null if it was reported. */
  #token(before: readonly Token[]): Token | null {
    const start = this.scanner.pos;
    switch (this.#expected(before)) {
      case 'condition': {
        const node = this.#formulas.condition();
        return node === null ? this.#problem() : { type: 'condition', node, start, end: this.scanner.pos };
      }
      case 'expression': {
        const node = this.#formulas.expression();
        return node === null ? this.#problem() : { type: 'expression', node, start, end: this.scanner.pos };
      }
      case 'word':
        return this.#plain(start, hasText(before[0], 'assert') && before.length === 1);
    }
  }

  #expected(before: readonly Token[]): 'condition' | 'expression' | 'word' {
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
      default:
        // After `always` or `final`.
        return hasText(before[0], 'assert') && before.length === 2 ? 'condition' : 'word';
    }
  }

  #atChoose(): boolean {
    const start = this.scanner.pos;
    const isChoose = isWordStart(this.scanner.peek()) && this.scanner.word() === 'choose';
    this.back(start);
    return isChoose;
  }

  #plain(start: number, isKind: boolean): Token | null {
    const code = this.scanner.peek();
    if (isDigit(code)) {
      const text = this.scanner.word();
      const end = this.scanner.pos;
      if (text.length <= maxDigits && isNumber(text)) return { type: 'number', text, start, end };
      return this.#bad(start, `\`${text.slice(0, 40)}\` is neither a label nor a name`);
    }
    if (isWordStart(code)) {
      const text = this.scanner.word();
      const type = isKind || reservedWords.has(text) ? 'keyword' : 'name';
      return { type, text, start, end: this.scanner.pos };
    }
    const text = String.fromCodePoint(this.scanner.text.codePointAt(start) ?? 0);
    this.scanner.pos = start + text.length;
    if (':=(),'.includes(text)) return { type: 'symbol', text, start, end: this.scanner.pos };
    return this.#bad(start, `unexpected character \`${text}\``);
  }

  #bad(start: number, message: string): null {
    this.bag.report('E101', sourceSpan(this.scanner.source, start, this.scanner.pos), message);
    return null;
  }

  #problem(): null {
    const { problem } = this.#formulas;
    if (problem === null) return null;
    const { start, end, message, note } = problem;
    this.bag.report('E103', sourceSpan(this.scanner.source, start, end), message, note);
    this.back(start);
    return null;
  }

  /** To after the next semicolon, or to a word that begins another item. */
  #skip(): void {
    for (let next = this.scanner.peek(); !Number.isNaN(next); next = this.scanner.peek()) {
      const start = this.scanner.pos;
      if (!isWordStart(next)) this.scanner.pos++;
      else if (openers.has(this.scanner.word())) {
        this.back(start);
        return;
      }
      if (next === semicolon) return;
    }
  }
}

/** `init` and `process 1` end without a semicolon. */
const isHeading = ([first, second]: readonly Token[]): boolean =>
  hasText(first, 'init') || (hasText(first, 'process') && second?.type === 'number');
