import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

const keywords = [
  ...['beginit', 'endinit', 'process', 'store', 'load', 'nop', 'goto', 'if', 'else', 'endif'],
  ...['begin_atomic', 'end_atomic', 'fence', 'assert', 'always', 'true', 'false'],
];

export const lexer = moo.compile({
  // A comment that is one of the properties: its inside is read like the rest, up to `counterEnd`.
  counters: { match: /\/\*\s*[Pp]rogram[ \t]+counters\s*:/, lineBreaks: true },
  counterEnd: '*/',
  comment: { match: /\/\*[^]*?\*\/|\/\/[^\n]*/, lineBreaks: true },
  endlessComment: '/*',
  space: { match: /\s+/, lineBreaks: true },
  number: /[0-9]+/,
  pc: /pc(?=\s*\{)/,
  word: { match: /[A-Za-z_][A-Za-z0-9_]*/, type: moo.keywords({ keyword: keywords }) },
  symbol: [
    '&&',
    '&',
    '||',
    '|',
    '!=',
    '!',
    '==',
    '<=',
    '>=',
    '=',
    '<',
    '>',
    '+',
    '-',
    '*',
    '(',
    ')',
    '{',
    '}',
    ';',
    ':',
  ],
  bad: { match: /[^]/, lineBreaks: true },
});

export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'the comment that starts here never ends', note: 'Close it with */.' },
  wrong: new Map([['bad', (text) => ({ message: `unexpected character ${text}` })]]),
};
