import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import type { CLine, CToken } from './c-token.js';

const shapes: readonly (readonly [CToken['kind'], RegExp])[] = [
  ['name', /[A-Za-z_$][A-Za-z0-9_$]*/y],
  ['number', /\.?[0-9](?:[eEpP][+-]|[A-Za-z0-9_.])*/y],
  ['char', /[LuU]?'(?:[^'\\\n]|\\.)+'/y],
  ['string', /(?:u8|[LuU])?"(?:[^"\\\n]|\\.)*"/y],
  [
    'punctuator',
    /\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|##|[-+*/%&|^!~<>=?:;,.(){}[\]#]/y,
  ],
];
const blanks = /(?:[ \t\f\v\r]|\\\r?\n)+/y;
const lineComment = /\/\/(?:\\\r?\n|[^\n])*/y;

/** Splits a text into lines of tokens. Reports what no token of C begins with. */
export class CScanner {
  #offset = 0;
  readonly #lines: CLine[] = [];
  #tokens: CToken[] = [];
  #spaced = false;

  constructor(
    private readonly source: Source,
    private readonly bag: DiagnosticBag,
  ) {}

  lines(): readonly CLine[] {
    const { text } = this.source;
    while (this.#offset < text.length) {
      if (text[this.#offset] === '\n') {
        this.#endLine();
        this.#offset++;
      } else if (!this.#blank()) this.#token();
    }
    this.#endLine();
    return this.#lines;
  }

  #endLine(): void {
    const [first] = this.#tokens;
    if (first !== undefined) {
      const isDirective = first.text === '#';
      const start = first.span.kind === 'source' ? first.span.start : 0;
      this.#lines.push({ tokens: isDirective ? this.#tokens.slice(1) : this.#tokens, isDirective, start });
    }
    this.#tokens = [];
    this.#spaced = false;
  }

  #blank(): boolean {
    const skipped = this.#match(blanks) ?? this.#match(lineComment);
    if (skipped === null && !this.source.text.startsWith('/*', this.#offset)) return false;
    if (skipped === null) this.#comment();
    this.#spaced = true;
    return true;
  }

  #comment(): void {
    const { text } = this.source;
    const end = text.indexOf('*/', this.#offset + 2);
    if (end === -1)
      this.bag.report(
        'E102',
        sourceSpan(this.source, this.#offset, this.#offset + 2),
        'this comment has no end',
      );
    this.#offset = end === -1 ? text.length : end + 2;
  }

  #token(): void {
    const start = this.#offset;
    for (const [kind, shape] of shapes) {
      const text = this.#match(shape);
      if (text === null) continue;
      this.#tokens.push({
        kind,
        text,
        spaced: this.#spaced,
        span: sourceSpan(this.source, start, this.#offset),
      });
      this.#spaced = false;
      return;
    }
    const character = String.fromCodePoint(this.source.text.codePointAt(start) ?? 0);
    this.#offset += character.length;
    const quoted = character === '"' || character === "'";
    // In lines that are left out, or that say an error, anything may stand; whoever reads the token complains.
    if (quoted) this.#match(/[^\n]*/y);
    const span = sourceSpan(this.source, start, this.#offset);
    this.#tokens.push({
      kind: 'punctuator',
      text: this.source.text.slice(start, this.#offset),
      spaced: this.#spaced,
      span,
    });
    this.#spaced = false;
  }

  #match(shape: RegExp): string | null {
    shape.lastIndex = this.#offset;
    const match = shape.exec(this.source.text);
    if (match === null) return null;
    this.#offset = shape.lastIndex;
    return at(match, 0);
  }
}
