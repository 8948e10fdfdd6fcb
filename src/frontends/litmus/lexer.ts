import moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';

export interface Token {
  readonly type: string;
  /** As written. */
  readonly raw: string;
  /** In lower case: what the literals of the grammar are compared with. */
  readonly value: string;
  readonly span: Span;
}

const comment = { match: /\(\*[^]*?\*\)/, lineBreaks: true };
const space = { match: /\s+/, lineBreaks: true };
const bad = { match: /[^]/, lineBreaks: true };

/** The text before the initial state is free: a title line, a quoted description, `Key=value` lines. */
export const lexer = moo.states({
  head: {
    comment,
    openComment: '(*',
    info: /^[A-Za-z]\w*=.*$/,
    title: { match: /"[^"]*"/, lineBreaks: true },
    open: { match: '{', next: 'body' },
    space,
    chunk: /[^\s{"]+/,
    bad,
  },
  body: {
    comment,
    openComment: '(*',
    space,
    number: /0[xX][0-9a-fA-F]+|[0-9]+/,
    dwordPtr: /[dD][wW][oO][rR][dD]\s+[pP][tT][rR]\b/,
    processor: /[Pp][0-9]+(?=\s*:)/,
    word: /[A-Za-z_][A-Za-z0-9_.]*/,
    symbol: [
      '/\\',
      '\\/',
      '=>',
      '!=',
      '=',
      '~',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ';',
      ':',
      ',',
      '|',
      '$',
      '-',
      '+',
    ],
    // What follows the condition need not be in the language; a mistake before it is reported by the parser.
    bad,
  },
});

/** The tokens without spaces and comments. */
export function tokenise(source: Source, bag: DiagnosticBag): readonly Token[] {
  const tokens: Token[] = [];
  lexer.reset(source.text);
  for (let piece = lexer.next(); piece !== undefined; piece = lexer.next()) {
    const type = piece.type ?? 'bad';
    const span = sourceSpan(source, piece.offset, piece.offset + piece.text.length);
    if (type === 'openComment') {
      bag.report('E102', span, 'the comment that starts here never ends', 'Close it with *).');
      break;
    }
    if (type !== 'space' && type !== 'comment') {
      tokens.push({ type, raw: piece.text, value: piece.text.toLowerCase(), span });
    }
  }
  return tokens;
}
