import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { plainText } from '../../../../src/frontends/frontend.js';
import { preprocess } from '../../../../src/frontends/c/preprocess/preprocess.js';
import { programOf, readC } from './read-c.js';

/** The tokens that remain, with blanks between them. */
function expanded(text: string, defines: readonly string[] = []): string {
  const bag = new DiagnosticBag();
  const tokens = preprocess(new Source('t.c', text), { ...plainText, defines, readBeside: () => null }, bag);
  expect(bag.errors()).toEqual([]);
  return tokens
    .map((token) => token.text)
    .join(' ')
    .trim();
}

describe('the preprocessor of C', () => {
  it.each([
    ['an object', '#define N 3\nint a[N];', 'int a [ 3 ] ;'],
    ['a function', '#define ADD(a, b) ((a) + (b))\nADD(1, f(2, 3))', '( ( 1 ) + ( f ( 2 , 3 ) ) )'],
    ['a function without brackets', '#define F(x) x\nint F;', 'int F ;'],
    ['one macro in another', '#define A B\n#define B 4\nA', '4'],
    ['itself', '#define x (x + 1)\nx', '( x + 1 )'],
    ['a text', '#define S(x) #x\nS(a "b" + c)', '"a \\"b\\" + c"'],
    ['a joined name', '#define J(a, b) a ## b\nJ(th, 1)', 'th1'],
    ['nothing joined to a name', '#define J(a, b) x a ## b\nJ(, y)', 'x y'],
    ['an argument with a macro', '#define N 2\n#define ID(x) x\nID(N)', '2'],
    ['any number of arguments', '#define V(f, ...) f(__VA_ARGS__)\nV(g, 1, 2)', 'g ( 1 , 2 )'],
    ['no more arguments', '#define V(f, ...) f(0, ## __VA_ARGS__)\nV(g)', 'g ( 0 )'],
    ['several lines', '#define TWO 1 + \\\n 1\nTWO', '1 + 1'],
    ['a comment', 'a /* b\n c */ d // e\nf', 'a d f'],
    // C11 6.10.3.5, example 3, in part.
    ['a macro that is made by another', '#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)', '2 * 9 * g'],
  ])('replaces %s', (_, text, expected) => expect(expanded(text)).toBe(expected));

  it.each([
    ['#if N > 2 && defined(M)\nyes\n#else\nno\n#endif', 'yes'],
    ['#ifdef X\nyes\n#elif N == 3\nthree\n#else\nno\n#endif', 'three'],
    ['#ifndef X\n#if 0\na\n#endif\nb\n#endif', 'b'],
    ['#if (1 ? 2 : 3) == 2 && !defined Q && UNKNOWN == 0\nyes\n#endif', 'yes'],
    ['#if 0\n#error "not here"\n"open\n#endif\nb', 'b'],
    // All of 64 bits, and unsigned beside what is unsigned (C11 6.10.1p4).
    ['#if -1 < 0u || -1 <= 1u\na\n#else\nb\n#endif', 'b'],
    ['#if 1u - 2 > 0 && (1 ? -1 : 0u) > 0 && ~0 == 18446744073709551615u\nyes\n#endif', 'yes'],
    ['#if -1 >> 63 == -1 && -7 / 2 == -3 && !1u - 1 < 0\nyes\n#endif', 'yes'],
    ['#undef N\n#ifdef N\na\n#else\nb\n#endif', 'b'],
  ])('takes what a condition says: %j', (text, expected) =>
    expect(expanded(text, ['N=3', 'M'])).toBe(expected),
  );

  it('reports at the line of the user, through macros and includes', () => {
    const text =
      '#include "a.h"\n#define BAD(x) x + missing\nint main(void) {\n  int r;\n  r = BAD(1);\n  return y;\n}\n';
    expect(readC(text, {}, { 'a.h': 'int x;\n' }).errors).toEqual([
      'nothing called missing is known here',
      'nothing called y is known here',
    ]);
    const { errors, lines } = readC(
      'int x;\n#include "a.h"\nint main(void) { return 0; }\n',
      {},
      { 'a.h': '\n\nint = 3;\n' },
    );
    expect(errors).toHaveLength(1);
    expect(lines).toEqual([3]);
    expect(readC('int x;\n#include "b.h"\n').lines).toEqual([2]);
  });

  it('says what a macro asks for', () => {
    const { errors } = readC('#ifndef N\n#error "give N"\n#endif\nint main(void) { return 0; }');
    expect(errors).toEqual(['the text says: "give N"']);
  });

  it('has no assert where NDEBUG is defined when the header is included (C11 7.2)', () => {
    const stated = (text: string): number =>
      programOf(text).properties.filter(({ name }) => name.startsWith('assert:')).length;
    const [include, main] = ['#include <assert.h>\n', 'int x; int main(void) { assert(x); return 0; }'];
    expect(stated(include + main)).toBe(1);
    expect(stated(`#define NDEBUG\n${include}${main}`)).toBe(0);
    expect(stated(`#define NDEBUG\n${include}#undef NDEBUG\n${include}${main}`)).toBe(1);
  });

  it('does not follow a macro that doubles for ever', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `#define A${i + 1} A${i} A${i}`).join('\n');
    expect(() => readC(`#define A0 x\n${doubling}\nA40`)).toThrow('macros make too long a text');
    expect(() => readC('#include "t.h"\n', {}, { 't.h': '#include "t.h"\n' })).toThrow(
      'includes nest too deep',
    );
  });
});
