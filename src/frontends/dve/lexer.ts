import moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';

export interface Token {
  readonly type: string;
  readonly value: string;
  readonly span: Span;
}

export const keywords = [
  ...['const', 'byte', 'int', 'channel', 'process', 'state', 'init', 'commit', 'accept', 'assert', 'trans'],
  ...['guard', 'sync', 'effect', 'system', 'async', 'property'],
  ...['not', 'and', 'or', 'imply', 'true', 'false'],
] as const;

/** `prefixop`, `infixop`, `arrow` and the keyword `at` come from formula-tokens.ts. */
export const lexer = moo.compile({
  space: { match: /[ \t\r\n\f\v\ufeff]+/, lineBreaks: true },
  lineComment: /\/\/[^\n]*/,
  comment: { match: /\/\*[^]*?\*\//, lineBreaks: true },
  openComment: /\/\*/,
  number: /[0-9]+(?![A-Za-z_0-9])/,
  badNumber: /[0-9][A-Za-z_0-9]*/,
  word: { match: /[A-Za-z_][A-Za-z_0-9]*/, type: moo.keywords({ keyword: [...keywords] }) },
  symbol: [
    ...['->', '==', '!=', '<=', '>=', '<<', '>>', '&&', '||'],
    ...['{', '}', '(', ')', '[', ']', ';', ',', ':', '.', '=', '!', '?', '~'],
    ...['+', '-', '*', '/', '%', '<', '>', '&', '|', '^'],
  ],
  bad: { match: /[\ud800-\udbff][\udc00-\udfff]|[^]/, lineBreaks: true },
});

const ignored = new Set(['space', 'lineComment', 'comment']);

/** The tokens without spaces and comments. */
export function tokenise(source: Source, bag: DiagnosticBag): readonly Token[] {
  const tokens: Token[] = [];
  lexer.reset(source.text);
  for (let piece = lexer.next(); piece !== undefined; piece = lexer.next()) {
    const type = piece.type ?? 'bad';
    if (ignored.has(type)) continue;
    const span = sourceSpan(source, piece.offset, piece.offset + piece.text.length);
    if (type === 'openComment') {
      bag.report('E102', span, 'this comment is never closed', 'close it with `*/`');
      return tokens;
    }
    if (type === 'bad') bag.report('E101', span, `unexpected character \`${piece.text}\``);
    if (type === 'badNumber') {
      bag.report(
        'E101',
        span,
        `\`${piece.text}\` is neither a number nor a name`,
        'names begin with a letter or `_`',
      );
    }
    tokens.push({ type: type === 'badNumber' ? 'bad' : type, value: piece.text, span });
  }
  return tokens;
}
