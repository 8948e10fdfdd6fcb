import moo from 'moo';
import type { Lexicon } from '../kit/tokenise.js';

/** What an item begins with. */
export const itemWords = ['memory_size', 'thread', 'initial', 'final', 'transition', 'end'];

export const instructionWords = ['read', 'write', 'local', 'check', 'noop', 'mfence', 'lock', 'unlock'];

/** All have two operands, but for `!`. */
export const operatorWords = ['==', '!=', '<=', '>=', '<', '>', '&&', '||', '+', '-', '*', '&', '!'];

/** What people may think are operators. */
const noOperators = ['^', '/', '%', '|', '~', '=', '<<', '>>', '->', '=>'];

/** Blanks alone end a word, and what is no number and no operator is a name. */
export const lexer = moo.compile({
  comment: /#[^\n]*/,
  space: { match: /\s+/, lineBreaks: true },
  number: /[+-]?[0-9]+(?!\S)/,
  word: {
    match: /\S+/,
    type: moo.keywords({
      keyword: [...itemWords, ...instructionWords],
      operator: [...operatorWords, ...noOperators],
    }),
  },
});

export const lexicon: Lexicon = {
  lexer,
  endless: { message: 'the comment that starts here never ends' },
  wrong: new Map(),
};
