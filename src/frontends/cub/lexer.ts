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
  ...['number_procs', 'type', 'var', 'array', 'const', 'weak'],
  ...['init', 'unsafe', 'invariant', 'transition', 'predicate', 'requires'],
  ...['case', 'fence', 'forall', 'exists', 'forall_other', 'exists_other'],
  ...['if', 'then', 'else', 'not', 'true', 'false'],
];

/** Comments nest: each that is open is a `comment` on the lexer's stack. */
export const lexer = moo.states({
  text: {
    openComment: { match: '(*', push: 'comment' },
    space: { match: /\s+/, lineBreaks: true },
    real: /[0-9]+\.[0-9]*/,
    integer: /[0-9]+/,
    fixed: /#[1-9][0-9]*/,
    word: { match: /[A-Za-z][A-Za-z0-9_']*/, type: moo.keywords({ keyword: keywords }) },
    symbol: [
      ...['<=>', '=>', ':=', '<>', '<=', '>=', '&&', '||', '=', '<', '>', '+', '-', '*'],
      ...['(', ')', '[', ']', '{', '}', ';', ':', ',', '.', '?', '|', '@', '_'],
    ],
    bad: { match: /[^]/, lineBreaks: true },
  },
  comment: {
    openComment: { match: '(*', push: 'comment' },
    closeComment: { match: '*)', pop: 1 },
    comment: { match: /[^(*]+|[(*]/, lineBreaks: true },
  },
});

const hints: ReadonlyMap<string, string> = new Map([
  ['&', 'And is written &&.'],
  ['!', 'Not is written not; unequal is written <>.'],
  ['~', 'Not is written not.'],
  ['#', 'Processes are numbered from 1: #1, #2, ...'],
  ['/', 'Comments are written (* like this *).'],
]);

/** The tokens without spaces and comments. */
export function tokenise(source: Source, bag: DiagnosticBag): readonly Token[] {
  const tokens: Token[] = [];
  const openComments: Span[] = [];
  lexer.reset(source.text);
  for (let piece = lexer.next(); piece !== undefined; piece = lexer.next()) {
    const type = piece.type ?? 'bad';
    const span = sourceSpan(source, piece.offset, piece.offset + piece.text.length);
    if (type === 'openComment') openComments.push(span);
    else if (type === 'closeComment') openComments.pop();
    else if (type !== 'space' && type !== 'comment') tokens.push({ type, value: piece.text, span });
    if (type === 'bad')
      bag.report('E101', span, `unexpected character ${piece.text}`, hints.get(piece.text) ?? null);
  }
  const [open] = openComments;
  if (open !== undefined)
    bag.report('E102', open, 'the comment that starts here never ends', 'Close it with *).');
  return tokens;
}
