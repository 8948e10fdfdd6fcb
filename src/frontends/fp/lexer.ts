import moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { originOf } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { keywords } from '../../lang/program/keywords.js';
import { nextToken } from '../kit/token.js';
import type { Token } from '../kit/token.js';

/** `prefixop` (G F X) and `infixop` (U R W) come from asFormulaToken. */
const rules: moo.Rules = {
  space: { match: /[ \t\r\n\f\v\ufeff]+/, lineBreaks: true },
  comment: { match: /\/\*[^]*?\*\/|\/\/[^\n]*/, lineBreaks: true },
  endlessComment: /\/\*/,
  number: /[0-9]{1,99}(?![A-Za-z_0-9])/,
  badNumber: /[0-9][A-Za-z_0-9]*/,
  string: /"[^"\n]*"/,
  name: { match: /[A-Za-z_][A-Za-z_0-9]*/, type: moo.keywords({ keyword: [...keywords] }) },
  symbol: [
    ...['->', '==', '!=', '<=', '>=', '&&', '||', '..', '<<', '>>', '+=', '-='],
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
      '?',
    ],
  ],
  bad: { match: /[\ud800-\udbff][\udc00-\udfff]|[^]/, lineBreaks: true },
};

/** For the grammar, which only asks it for types of tokens: a lexer that runs has state. */
export const lexer = moo.compile(rules);

/** The pieces of a text, blanks and comments among them. */
export const lexed = (text: string): moo.Lexer => moo.compile(rules).reset(text);

/** More lexical errors than this are noise: the text is not looked at any further. */
const maxBad = 20;

/** The tokens of a text as they are asked for. */
export function* tokens(source: Source, bag: DiagnosticBag): Generator<Token, void> {
  let bad = 0;
  let badEnd: number | undefined = -1;
  const pieces = lexed(source.text);
  for (let token = nextToken(source, pieces); token !== null; token = nextToken(source, pieces)) {
    const { type, raw, span } = token;
    if (type === 'endlessComment') {
      bag.report('E102', span, 'this comment is never closed', 'close it with `*/`');
      yield { ...token, type: 'bad' };
      return;
    }
    if (type !== 'bad' && type !== 'badNumber') yield token;
    else {
      // A run of bad characters is one mistake.
      const origin = originOf(span);
      if (origin?.start !== badEnd) {
        reportBad(type, raw, span, bag);
        yield { ...token, type: 'bad' };
        if (++bad >= maxBad) return;
      }
      badEnd = origin?.end;
    }
  }
}

function reportBad(type: 'bad' | 'badNumber', text: string, span: Span, bag: DiagnosticBag): void {
  if (type === 'bad') {
    const note = text === '#' ? 'there is no preprocessor; a constant is written `const N = 3;`' : null;
    bag.report('E101', span, `unexpected character ${visible(text)}`, note);
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
  if (isPrefixLetter(token.value)) return { ...token, type: 'prefixop' };
  if (/^[URW]$/.test(token.value)) return { ...token, type: 'infixop' };
  return token;
}
