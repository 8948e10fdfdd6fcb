import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

const keywords = [
  ...['forbidden', 'predicates', 'data', 'process', 'registers', 'text', 'macro', 'endmacro'],
  ...['nop', 'assume', 'read', 'write', 'syncrd', 'syncwr', 'cas', 'fence', 'ssfence', 'llfence'],
  ...['goto', 'if', 'then', 'else', 'while', 'do', 'either', 'or', 'locked', 'slocked'],
  ...['not', 'true', 'false', 'my'],
];

export const lexer = moo.compile({
  comment: { match: /\/\*[^]*?\*\/|\/\/[^\n]*/, lineBreaks: true },
  endlessComment: '/*',
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

export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'the comment that starts here never ends', note: 'Close it with */.' },
  wrong: new Map([['bad', (text) => ({ message: `unexpected character ${text}` })]]),
};
