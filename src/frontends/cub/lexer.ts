import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

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

export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'the comment that starts here never ends', note: 'Close it with *).' },
  wrong: new Map([
    ['bad', (text) => ({ message: `unexpected character ${text}`, note: hints.get(text) ?? null })],
  ]),
};
