import moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';

export interface Token {
  readonly type: string;
  readonly value: string;
  readonly span: Span;
}

const keywords = [
  ...['forbidden', 'predicates', 'data', 'process', 'registers', 'text', 'macro', 'endmacro'],
  ...['nop', 'assume', 'read', 'write', 'syncrd', 'syncwr', 'cas', 'fence', 'ssfence', 'llfence'],
  ...['goto', 'if', 'then', 'else', 'while', 'do', 'either', 'or', 'locked', 'slocked'],
  ...['not', 'true', 'false', 'my'],
];

export const lexer = moo.compile({
  comment: { match: /\/\*[^]*?\*\/|\/\/[^\n]*/, lineBreaks: true },
  openComment: '/*',
  space: { match: /\s+/, lineBreaks: true },
  number: /[0-9]+/,
  register: /\$[A-Za-z_][A-Za-z0-9_]*/,
  word: { match: /[A-Za-z_][A-Za-z0-9_]*/, type: moo.keywords({ keyword: keywords }) },
  symbol: [
    ...[':=', ':', '&&', '||', '!=', '<=', '>=', '=', '<', '>', '+', '-', '*'],
    ...['(', ')', '[', ']', '{', '}', ';', ','],
  ],
  bad: { match: /[^]/, lineBreaks: true },
});

/** The tokens without spaces and comments. */
export function tokenise(source: Source, bag: DiagnosticBag): readonly Token[] {
  const tokens: Token[] = [];
  lexer.reset(source.text);
  for (let piece = lexer.next(); piece !== undefined; piece = lexer.next()) {
    const type = piece.type ?? 'bad';
    const span = sourceSpan(source, piece.offset, piece.offset + piece.text.length);
    if (type === 'openComment') {
      bag.report('E102', span, 'the comment that starts here never ends', 'Close it with */.');
      break;
    }
    if (type === 'bad') bag.report('E101', span, `unexpected character ${piece.text}`);
    if (type !== 'space' && type !== 'comment') tokens.push({ type, value: piece.text, span });
  }
  return tokens;
}
