import type { TextAction } from '../../lang/boolean/boolean-text.js';
import { isDigit, isNumber } from './scanner.js';
import type { Scanner } from './scanner.js';

export interface KnownStatement {
  readonly label: number;
  readonly action: TextAction;
  readonly comments: readonly string[];
  readonly start: number;
  readonly end: number;
}

const colon = 0x3a;
const semicolon = 0x3b;

/**
 * Statements by their text: a file of thousands has some hundred different ones, and loads the same variables again and
 * again. Those that were read before need neither tokens nor the grammar.
 */
export class KnownStatements {
  /** By what stands between the colon and the semicolon; with the length without blanks at the end. */
  readonly #known = new Map<string, { readonly action: TextAction; readonly length: number }>();

  constructor(private readonly scanner: Scanner) {}

  /** The statement that begins here if it is known; otherwise nothing is read. */
  next(): KnownStatement | null {
    const body = this.#bodyHere();
    const known = body === null ? undefined : this.#known.get(body.text);
    if (body === null || known === undefined) return null;
    const comments = this.scanner.takeComments();
    const { pos: start } = this.scanner;
    this.scanner.pos = body.start + body.text.length + 1;
    return { label: body.label, action: known.action, comments, start, end: body.start + known.length };
  }

  /** The scanner stands behind the semicolon of a statement that was read from `start`; its last word ends at `end`. */
  remember(start: number, end: number, action: TextAction): void {
    const { pos } = this.scanner;
    this.scanner.pos = start;
    const body = this.#bodyHere();
    this.scanner.pos = pos;
    // Else there is a comment with a colon or a semicolon.
    if (body === null || body.start + body.text.length + 1 !== pos) return;
    this.#known.set(body.text, { action, length: end - body.start });
  }

  #bodyHere(): { readonly label: number; readonly text: string; readonly start: number } | null {
    if (!isDigit(this.scanner.peek())) return null;
    const { text, pos } = this.scanner;
    const label = this.scanner.word();
    const start = this.scanner.pos + 1;
    this.scanner.pos = pos;
    if (text.charCodeAt(start - 1) !== colon || label.length > 9 || !isNumber(label)) return null;
    const end = this.scanner.limitFrom(start);
    if (text.charCodeAt(end) !== semicolon) return null;
    return { label: Number(label), text: text.slice(start, end), start };
  }
}
