import moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { keywords } from '../../ir/keywords.js';

export type TokenType =
  | 'keyword'
  | 'name'
  | 'number'
  | 'symbol'
  /** G F X, and U R W, in the formula of an ltl property. */
  | 'prefixop'
  | 'infixop'
  /** What is not a token; reported already. */
  | 'bad';

export interface Token {
  readonly type: TokenType;
  readonly text: string;
  readonly value: string;
  readonly span: Span;
}

/** `prefixop` and `infixop` come from asFormulaToken. */
const rules: moo.Rules = {
  space: { match: /[ \t\r\n\f\v\ufeff]+/, lineBreaks: true },
  lineComment: /\/\/[^\n]*/,
  comment: { match: /\/\*[^]*?\*\//, lineBreaks: true },
  openComment: /\/\*/,
  number: /[0-9][A-Za-z_0-9]*/,
  name: { match: /[A-Za-z_][A-Za-z_0-9]*/, type: moo.keywords({ keyword: [...keywords] }) },
  symbol: [
    ...['->', '==', '!=', '<=', '>=', '&&', '||', '..', '<<', '>>'],
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ';',
      ',',
      ':',
      '=',
      '.',
      '+',
      '-',
      '*',
      '/',
      '%',
      '<',
      '>',
      '!',
      '&',
      '|',
      '^',
    ],
  ],
  bad: { match: /[\ud800-\udbff][\udc00-\udfff]|[^]/, lineBreaks: true },
};

/** For the grammar, which only asks it for types of tokens: a lexer that runs has state. */
export const lexer = moo.compile(rules);

const goodNumber = /^[0-9]{1,99}$/;

/** More lexical errors than this are noise: the text is not looked at any further. */
const maxBad = 20;

/** The tokens of a text as they are asked for. */
export function* tokens(source: Source, bag: DiagnosticBag): Generator<Token, void> {
  const stream = moo.compile(rules).reset(source.text);
  let bad = 0;
  let badEnd = -1;
  for (let token = stream.next(); token !== undefined; token = stream.next()) {
    const end = token.offset + token.text.length;
    const span = sourceSpan(source, token.offset, end);
    const type = token.type === 'number' && !goodNumber.test(token.text) ? 'badNumber' : token.type;
    switch (type) {
      case 'keyword':
      case 'name':
      case 'number':
      case 'symbol':
        yield { type, text: token.text, value: token.text, span };
        break;
      case 'openComment':
        bag.report('E102', span, 'this comment is never closed', 'close it with `*/`');
        yield { type: 'bad', text: token.text, value: token.text, span };
        return;
      case 'bad':
      case 'badNumber':
        // A run of bad characters is one mistake.
        if (token.offset !== badEnd) {
          reportBad(type, token.text, span, bag);
          yield { type: 'bad', text: token.text, value: token.text, span };
          if (++bad >= maxBad) return;
        }
        badEnd = end;
        break;
      default:
        // Space and comments.
        break;
    }
  }
}

function reportBad(type: 'bad' | 'badNumber', text: string, span: Span, bag: DiagnosticBag): void {
  if (type === 'bad') {
    bag.report('E101', span, `unexpected character ${visible(text)}`);
  } else if (/[^0-9]/.test(text)) {
    const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
    bag.report(
      'E101',
      span,
      `\`${shown}\` is neither a number nor a name`,
      'names begin with a letter or `_`',
    );
  } else {
    bag.report('E101', span, `a number of ${text.length} digits`, 'numbers have at most 99 digits');
  }
}

function visible(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  const printable = code > 0x20 && (code < 0x7f || code > 0xa0);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return printable ? `\`${text}\`` : name;
}

export const isPrefixLetter = (text: string): boolean => /^[GFX]$/.test(text);

/** In an ltl property the letters G F X U R W are operators. */
export function asFormulaToken(token: Token): Token {
  if (token.type !== 'name') return token;
  if (isPrefixLetter(token.text)) return { ...token, type: 'prefixop' };
  if (/^[URW]$/.test(token.text)) return { ...token, type: 'infixop' };
  return token;
}
