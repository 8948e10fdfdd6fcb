import { describe, expect, it } from '@jest/globals';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';
import { errorsOfFp, parseFp } from '../../../support/parse-fp.js';

const shared = 'shared int x = 0, y = 0, a[3] = 0; shared bool done = false; const N = 2;';
const program = (procedures: string, body: string, locals = ''): string =>
  `${shared} ${procedures} thread P(me: 0..1) { local int r = 0; ${locals} ${body} }`;

describe('a procedure stands in the place of its calls', () => {
  it.each<readonly [string, string, string, string, string]>([
    ['with nothing to give', 'inline f() { x = 1; y = 2; }', 'f(); r = x;', '', 'x = 1; y = 2; r = x;'],
    [
      'by its labels',
      'inline f() { L: x = 1; goto L; }',
      'K: f(); f();',
      '',
      'K: L: x = 1; goto L; L_2: x = 1; goto L_2;',
    ],
    [
      'with variables',
      'inline f(shared v, local s) { s = v; v = s + 1; }',
      'f(x, r); f(a[1], r); f(a[me], r);',
      '',
      'r = x; x = r + 1; r = a[1]; a[1] = r + 1; r = a[me]; a[me] = r + 1;',
    ],
    ['with an array', 'inline f(shared v) { v[1] = v[0]; }', 'f(a);', '', 'a[1] = a[0];'],
    [
      'with a cell that is chosen once',
      'inline f(shared v, local s) { s = 2; v = s; }',
      'f(a[r], r);',
      'local int v_index;',
      'v_index = r; r = 2; a[v_index] = r;',
    ],
    [
      'with values that do not change',
      'inline f(int v) { x = v; y = v + v; }',
      'f(1); f(N); f((me));',
      '',
      'x = 1; y = 1 + 1; x = N; y = N + N; x = (me); y = (me) + (me);',
    ],
    [
      'with values that do',
      'inline f(int v, bool b) { v = v + 1; x = v; done = b; }',
      'f(1, true); f(x, r == 0);',
      'local int v; local bool b; local int v_2; local bool b_2;',
      'v = 1; b = true; v = v + 1; x = v; done = b; v_2 = x; b_2 = r == 0; v_2 = v_2 + 1; x = v_2; done = b_2;',
    ],
    [
      'and leaves early',
      'inline f() { if (x == 0) return; y = 1; }',
      'f(); x = 2;',
      '',
      'if (x == 0) { goto leave_1; } y = 1; leave_1: x = 2;',
    ],
    [
      'at the end of a block',
      'inline f() { if (x == 0) { return; } y = 1; }',
      'if (r == 0) { f(); }',
      '',
      'if (r == 0) { if (x == 0) { goto leave_1; } y = 1; leave_1: skip; }',
    ],
    [
      'and gives a result',
      'inline int f(shared v) { while (true) { if (v == 1) return v + 1; } }',
      'r = f(x); y = f(x); a[r] = f(y); x = 0;',
      'local int f_index;',
      `while (true) { if (x == 1) { r = x + 1; goto leave_1; } }
       leave_1: while (true) { if (x == 1) { y = x + 1; goto leave_2; } }
       leave_2: f_index = r; while (true) { if (y == 1) { a[f_index] = y + 1; goto leave_3; } } leave_3: x = 0;`,
    ],
    [
      'whose result nobody wants',
      'inline int f() { return 1 / x; }',
      'f(); x = 1;',
      'local int f_result;',
      'f_result = 1 / x; goto leave_1; leave_1: x = 1;',
    ],
    [
      'with locals that are set each time',
      'inline f() { local int s = 3, t = 4; x = s + t; }',
      'f(); f();',
      'local int s = 3, t = 4; local int s_2 = 3, t_2 = 4;',
      's = 3; t = 4; x = s + t; s_2 = 3; t_2 = 4; x = s_2 + t_2;',
    ],
    [
      'whose names the thread has',
      'inline f() { local int r = 1; L: x = r; }',
      'L: f();',
      'local int r_2 = 1;',
      'L: r_2 = 1; L_2: x = r_2;',
    ],
    [
      'with loops of its own',
      'inline f() { for (i in 0..1) { if (x == i) break; } y = 1; }',
      'while (x == 0) { f(); break; } x = 1;',
      'local int i = 0;',
      `while (x == 0) { i = 0; while (i <= 1) { if (x == i) { goto leave_1; } i = i + 1; } leave_1: y = 1; goto leave_2; }
       leave_2: x = 1;`,
    ],
    [
      'with a cell, and passes it on',
      'inline g(shared v) { v = 1; } inline f(shared v) { g(v); g(v); }',
      'f(a[r]);',
      'local int v_index;',
      'v_index = r; a[v_index] = 1; a[v_index] = 1;',
    ],
    [
      'with a value, and passes it on as a variable',
      'inline g(local v) { v = 2; } inline f(int v) { g(v); x = v; }',
      'f(1);',
      'local int v;',
      'v = 1; v = 2; x = v;',
    ],
    [
      'and gives what stands in parentheses',
      'inline int f(int v) { return (v) + (1); } inline int g() { return (x); }',
      'r = f(1); r = g(); x = 0;',
      '',
      'r = (1) + (1); goto leave_1; leave_1: r = (x); goto leave_2; leave_2: x = 0;',
    ],
    [
      'in others',
      'inline g(shared v) { v = 1; } inline f(shared v) { g(v); g(y); }',
      'atomic { f(x); }',
      '',
      'atomic { x = 1; y = 1; }',
    ],
    [
      'with locked instructions and sections',
      `inline bool f(shared v, local s) {
         local bool ok = false;
         atomic { s = v; if (s == 1) return true; }
         havoc s; s = xchg(v, s); ok = cas(v, s, 1); return ok;
       }`,
      'done = f(x, r); y = 1;',
      'local bool ok = false;',
      `ok = false; atomic { r = x; if (r == 1) { done = true; goto leave_1; } }
       havoc r; r = xchg(x, r); ok = cas(x, r, 1); done = ok; goto leave_1; leave_1: y = 1;`,
    ],
  ])('%s', (_, procedures, short, locals, long) => {
    expect(canonical(parseFp(program(procedures, short)))).toBe(
      canonical(parseFp(program('', long, locals))),
    );
  });

  it('and its asserts are those of the text', () => {
    const { properties } = parseFp(
      program('inline f(shared v) { assert(v == 0); assert named: v == 0; }', 'f(x); f(y);'),
    );
    expect(properties.map(({ name }) => name)).toEqual(['assert:1', 'named', 'range'].slice(0, 2));
  });
});

describe('what is wrong with a procedure is said', () => {
  it.each<readonly [string, string, string]>([
    ['inline f() { g(); } inline g() { f(); }', 'f();', 'a procedure calls itself: f calls g calls f'],
    ['inline f() { f(); }', 'f();', 'a procedure calls itself: f calls f'],
    ['', 'f();', 'there is no procedure `f`'],
    ['inline f(int v) { }', 'f();', '`f` takes 1 values, but gets 0'],
    ['inline f() { }', 'r = f();', '`f` gives no result'],
    ['inline f() { return 1; }', 'f();', '`f` gives no result'],
    ['inline int f() { return; }', 'r = f();', '`f` gives a result'],
    ['inline int f() { if (x == 0) { return 1; } }', 'r = f();', '`f` may end without a `return`'],
    ['inline int f() { while (true) { break; } }', 'r = f();', '`f` may end without a `return`'],
    ['inline f() { } inline f() { }', 'f();', '`f` is already a procedure'],
    ['inline f(int v, int v) { }', 'f(1, 2);', '`v` is already a parameter of this procedure'],
    ['inline f(int x) { x = 1; }', 'f(1);', '`x` is already a shared variable'],
    ['inline f() { local int y = 1; }', 'f();', '`y` is already a shared variable'],
    ['inline f() { goto L; }', 'L: f();', 'this procedure has no label `L`'],
    ['inline f() { break; }', 'while (x == 0) { f(); }', '`break` stands in a loop'],
    ['inline f() { r = 1; }', 'f();', '`r` belongs to who calls the procedure'],
    ['inline f() { local int s = 1; } inline g() { x = s; }', 'f(); g();', 'unknown name `s`'],
    ['inline f() { local int s = 1; } inline g() { x = s; }', 'g(); f();', 'unknown name `s`'],
    ['inline f() { local int s = 1; }', 'f(); r = s;', 'unknown name `s`'],
    ['inline f(int a) { x = a[0]; }', 'f(1);', '`a` stands for a value here, not for an array or a local'],
    ['inline f() { x = me; }', 'f();', '`me` belongs to who calls the procedure'],
    ['inline f(shared v) { v = 1; }', 'f(1);', '`v` stands for a variable or a cell'],
    ['inline f(shared v) { v = 1; }', 'f(r);', '`v` stands for a shared variable'],
    ['inline f(local v) { v = 1; }', 'f(x);', '`v` stands for a local variable'],
    ['inline f(shared v) { v[0] = 1; }', 'f(a[1]);', '`a` has one index, not 2'],
    [
      'inline f(int v) { x = v; }',
      'f(true);',
      'what `v` gets must be an integer, but `true` is true or false',
    ],
    [
      'inline f() { if (x == 0) { local int s = 1; } }',
      'f();',
      'locals are declared outside all blocks of their thread',
    ],
    ['', 'return;', '`return` stands in a procedure'],
    ['inline f() { x = zz; }', 'f(); f();', 'unknown name `zz`'],
  ])('%s %s', (procedures, body, message) => {
    const errors = errorsOfFp(program(procedures, body));
    expect(errors).toContain(message);
  });

  it.each<readonly [string, readonly string[]]>([
    ['inline f(shared v, local w, int n) { v = w[n] + v.a; w = cas(v, 0, n); done = n == v; }', []],
    ['inline f(shared v) { g(v); } inline g(shared v) { v = 1; }', []],
    ['inline f(shared v) { v = xx; }', ['unknown name `xx`']],
    ['inline f(int n) { x = n == 1; }', ['what `x` gets must be an integer, but `n == 1` is true or false']],
    ['inline f(shared v) { goto L; }', ['this procedure has no label `L`']],
    [
      'inline f() { g(); } inline g() { f(); }',
      ['a procedure calls itself: g calls f calls g', 'a procedure calls itself: f calls g calls f'],
    ],
    ['inline f() { x = 1 / 0; a[7] = 1; }', []],
  ])('also where nobody calls it: %s', (procedures, messages) => {
    expect(errorsOfFp(program(procedures, 'x = 1;'))).toEqual(messages);
  });

  it('once, however often it is called', () => {
    expect(errorsOfFp(program('inline f() { x = zz; }', 'f(); f();'))).toHaveLength(1);
  });

  it('if calls in calls grow too long', () => {
    const chain = Array.from(
      { length: 20 },
      (_, i) => `inline f${i}() { ${i === 0 ? 'x = 1;' : `f${i - 1}(); `.repeat(4)} }`,
    );
    expect(errorsOfFp(program(chain.join(' '), 'f19();'))).toContain(
      'the calls of this thread stand for more than 100000 statements',
    );
  });
});
