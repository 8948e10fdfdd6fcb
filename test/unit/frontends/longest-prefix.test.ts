import { describe, expect, it } from '@jest/globals';
import { PrefixParser } from '../../../src/frontends/kit/longest-prefix.js';

/** Sums of a's: a, a + a, ... */
const sums = new PrefixParser<number>(
  {
    ParserStart: 'unused',
    ParserRules: [
      { name: 'sum', symbols: [{ type: 'a' }], postprocess: () => 1 },
      { name: 'sum', symbols: ['sum', { literal: '+' }, { type: 'a' }], postprocess: ([n]) => Number(n) + 1 },
    ],
  },
  'sum',
);

const tokens = (text: string): readonly { type: string; value: string }[] =>
  [...text].map((value) => ({ type: value === 'a' ? 'a' : 'symbol', value }));

describe('the longest prefix', () => {
  it.each([
    ['a', { ok: true, node: 1, length: 1 }],
    ['a+a+a', { ok: true, node: 3, length: 5 }],
    ['a+aa+a', { ok: true, node: 2, length: 3 }],
    ['a;+', { ok: true, node: 1, length: 1 }],
    // Not `a` with `+` left over: what began as a sum is one or wrong.
    ['a+;', { ok: false, at: { type: 'symbol', value: ';' } }],
    ['a+', { ok: false, at: null }],
    ['', { ok: false, at: null }],
    ['+', { ok: false, at: { type: 'symbol', value: '+' } }],
  ])('of %s', (text, expected) => {
    expect(sums.parse(tokens(text))).toEqual(expected);
  });

  it('may begin anywhere', () => {
    expect(sums.parse(tokens(';;a+a;'), 2)).toEqual({ ok: true, node: 2, length: 3 });
  });
});
