import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

const comment = { match: /\(\*[^]*?\*\)/, lineBreaks: true };
const space = { match: /\s+/, lineBreaks: true };
/** Not bad yet: what follows the condition need not be in the language, and a mistake before it the parser reports. */
const other = { match: /[^]/, lineBreaks: true };

/** The text before the initial state is free: a title line, a quoted description, `Key=value` lines. */
export const lexer = moo.states({
  head: {
    comment,
    endlessComment: '(*',
    info: /^[A-Za-z]\w*=.*$/,
    title: { match: /"[^"]*"/, lineBreaks: true },
    open: { match: '{', next: 'body' },
    space,
    chunk: /[^\s{"]+/,
    other,
  },
  body: {
    comment,
    endlessComment: '(*',
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
    other,
  },
});

/** Words may be in capitals. */
export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'the comment that starts here never ends', note: 'Close it with *).' },
  wrong: new Map(),
  readAs: (raw) => raw.toLowerCase(),
};
