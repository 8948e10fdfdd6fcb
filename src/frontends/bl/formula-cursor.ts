import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { operatorMeant } from './meant.js';
import { isDigit, isNumber, isWordStart } from './scanner.js';
import type { Scanner } from './scanner.js';

/** What is wrong, and where: the first thing that is. */
export interface FormulaProblem {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly note: string | null;
}

const maxNumber = 2 ** 30;

/** What a condition is read with. After a problem it stands at the end of the text, where nothing is accepted. */
export class FormulaCursor {
  problem: FormulaProblem | null = null;

  constructor(private readonly scanner: Scanner) {}

  get pos(): number {
    return this.scanner.pos;
  }

  /** The code of the next character but blanks, NaN at the end. */
  peek(): number {
    return this.scanner.peek();
  }

  second(): number {
    return this.scanner.second();
  }

  /** Where the next part begins. */
  start(): number {
    this.scanner.peek();
    return this.scanner.pos;
  }

  skip(count: number): void {
    this.scanner.pos += count;
  }

  word(): string {
    return this.scanner.word();
  }

  accept(first: number): boolean {
    if (this.scanner.peek() !== first) return false;
    this.scanner.pos++;
    return true;
  }

  /** An operator of twice the same character. */
  acceptTwice(character: number): boolean {
    if (this.scanner.peek() !== character || this.scanner.second() !== character) return false;
    this.scanner.pos += 2;
    return true;
  }

  expect(wanted: string): void {
    if (this.accept(wanted.charCodeAt(0)) || this.problem !== null) return;
    const next = this.scanner.peek();
    const { pos } = this;
    if (Number.isNaN(next)) {
      this.fail(pos, `the text ends where \`${wanted}\` belongs`, null);
      return;
    }
    const word = isWordStart(next) ? this.scanner.word() : String.fromCharCode(next);
    const meant = operatorMeant(word);
    const message =
      meant !== null && isWordStart(next) ? `unexpected \`${word}\`` : `\`${wanted}\` is missing here`;
    const end = meant === null ? pos + 1 : pos + word.length;
    this.fail(pos, message, meant === null ? null : `write \`${meant}\``, end);
  }

  /** Null if it is no number, or too large. */
  number(): number | null {
    if (!isDigit(this.scanner.peek())) {
      this.unexpected();
      return null;
    }
    const { pos } = this;
    const word = this.scanner.word();
    const shown = word.length > 40 ? `${word.slice(0, 40)}...` : word;
    if (!isNumber(word)) {
      const message = `\`${shown}\` is neither a number nor a name`;
      this.fail(pos, message, 'names begin with a letter or `_`', this.pos);
    } else if (Number(word) > maxNumber) {
      this.fail(pos, `the number ${shown} is too large`, `numbers are at most ${maxNumber}`, this.pos);
    } else return Number(word);
    return null;
  }

  unexpected(): void {
    const next = this.scanner.peek();
    const shown = String.fromCodePoint(this.scanner.text.codePointAt(this.pos) ?? 0);
    this.fail(this.pos, Number.isNaN(next) ? 'the text ends too early' : `unexpected \`${shown}\``, null);
  }

  fail(start: number, message: string, note: string | null, end = start + 1): void {
    this.problem ??= { code: 'E103', start, end, message, note };
    this.scanner.pos = this.scanner.text.length;
  }
}
