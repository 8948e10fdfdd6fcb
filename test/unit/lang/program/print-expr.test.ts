import { describe, expect, it } from '@jest/globals';
import type { Program } from '../../../../src/lang/program/program.js';
import { printExpr } from '../../../../src/lang/program/print.js';
import { at } from '../../../../src/support/invariant.js';
import { parseFp } from '../../../support/parse-fp.js';

const declarations = `
  shared int x = 0, y = 0, a = 0, flag[2] = 0;
  shared bool p = false, q = false, s = false;
  process R(me) { local int r = 0; L: skip; }
  thread P { local int r = 0; L: skip; }
`;

function printed(kind: 'invariant' | 'ltl', text: string): string {
  const program: Program = parseFp(`${declarations}${kind} ${text};`);
  const property = at(program.properties, 0);
  if (!('formula' in property)) throw new Error('the first property has a formula');
  return printExpr(property.formula, program);
}

describe('expressions are printed with the parentheses they need', () => {
  it.each([
    'x - (y - a) == 0',
    'x - y - a == 0',
    'x * (y + a) == -x',
    'x / y * a % 2 == x - -1',
    '-(-1) == -(1)',
    '-(-x) == -flag[x + 1]',
    '!(p && q) || !p && !!q',
    'p && (q && s) || (p || q) && s',
    '(p -> q) -> p -> q',
    '(x == y) == (p != q)',
    '(x < y) == p',
    '!(P at L) && P.r == 0',
    'p -> forall b in R: b at L',
    '(forall b != c in R: b.r == c.r && !(b at L)) || p',
    'R(3).r == 0',
  ])('%s', (text) => {
    expect(printed('invariant', text)).toBe(text);
  });

  it.each([
    'G (x == 0 -> F p)',
    'G F p && !(X p)',
    '(G p) U q',
    'p U q U s || (p U q) R s',
    'G !p W (p && q)',
    'G (forall b in R: F (b at L))',
  ])('%s', (text) => {
    const text2 = printed('ltl', text);
    expect(printed('ltl', text2)).toBe(text2);
  });

  it.each([
    ['((x)) == ((0))', 'x == 0'],
    ['(p && q) && s', 'p && q && s'],
    ['(x + y) + a == (x * y) + a', 'x + y + a == x * y + a'],
    ['p -> (q -> s)', 'p -> q -> s'],
    ['(!p) && (P at L)', '!p && P at L'],
    ['forall z in R: (z.r == 0)', 'forall b in R: b.r == 0'],
  ])('%s as %s', (text, short) => {
    expect(printed('invariant', text)).toBe(short);
  });
});
