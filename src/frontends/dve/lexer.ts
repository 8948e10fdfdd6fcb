import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

export const keywords = [
  ...['const', 'byte', 'int', 'channel', 'process', 'state', 'init', 'commit', 'accept', 'assert', 'trans'],
  ...['guard', 'sync', 'effect', 'system', 'async', 'property'],
  ...['not', 'and', 'or', 'imply', 'true', 'false'],
] as const;

/** `prefixop`, `infixop`, `arrow` and the keyword `at` come from formula.ts. */
export const lexer = moo.compile({
  space: { match: /[ \t\r\n\f\v\ufeff]+/, lineBreaks: true },
  comment: { match: /\/\*[^]*?\*\/|\/\/[^\n]*/, lineBreaks: true },
  endlessComment: /\/\*/,
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

export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'this comment is never closed', note: 'close it with `*/`' },
  wrong: new Map([
    ['bad', (text) => ({ message: `unexpected character \`${text}\`` })],
    [
      'badNumber',
      (text) => ({
        message: `\`${text}\` is neither a number nor a name`,
        note: 'names begin with a letter or `_`',
      }),
    ],
  ]),
};
