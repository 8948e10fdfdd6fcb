import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../../src/lang/program/print.js';
import { errorsOfFp, parseFp, warnedFp } from '../../../support/parse-fp.js';

const textOf = (source: string): string => printProgram(warnedFp(source).program);

describe('arrays and structures stand for variables', () => {
  it.each<readonly [string, string, string]>([
    [
      'members',
      'struct Node { int next = 1; bool done; } shared Node n, m[2] = {3, true}; thread P { n.next = m[1].next; m[0].done = false; }',
      `shared int n_next = 1; shared bool n_done; shared int m_next[2] = 3; shared bool m_done[2] = true;
       thread P { n_next = m_next[1]; m_done[0] = false; }`,
    ],
    [
      'lists of members',
      'struct S { int a; int b; } shared S s[2] = {{1, 2}, {3, 4}}; thread P { s[1].a = s[0].b; }',
      'shared int s_a[2] = {1, 3}; shared int s_b[2] = {2, 4}; thread P { s_a[1] = s_b[0]; }',
    ],
    [
      'a cell of structures for each instance',
      'struct S { int a = 0; } shared S s[P]; process P(me) { s[me].a = 1; } invariant forall p in P: s[p].a <= 1;',
      'shared int s_a[P] = 0; process P(me) { s_a[me] = 1; } invariant forall p in P: s_a[p] <= 1;',
    ],
    [
      'rows',
      'shared int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, all[2][2] = 7; thread P(me: 0..1) { m[me][2] = all[1][me]; }',
      `shared int m[6] = {1, 2, 3, 4, 5, 6}; shared int all[4] = 7;
       thread P(me: 0..1) { m[me * 3 + 2] = all[1 * 2 + me]; }`,
    ],
    [
      'local cells by constants',
      'const N = 1; thread P { local int a[2] = {1, 2}, m[2][2]; a[0] = a[N]; m[1][0]++; } final P.a[1] == P.m[1][0];',
      `thread P { local int a_0 = 1, a_1 = 2, m_0_0, m_0_1, m_1_0, m_1_1; a_0 = a_1; m_1_0++; }
       final P.a_1 == P.m_1_0;`,
    ],
    [
      'local cells by variables with few values',
      'thread P(me: 0..2) { local int a[3] = 0, r = 0; a[me] = r + 1; r = a[2 - me]; } final P(1).a[0] == 0;',
      `thread P(me: 0..2) { local int a_0 = 0, a_1 = 0, a_2 = 0, r = 0;
       if (me < 1) { a_0 = r + 1; } else if (me == 1) { a_1 = r + 1; } else { a_2 = r + 1; }
       if (2 - me < 1) { r = a_0; } else if (2 - me == 1) { r = a_1; } else { r = a_2; } } final P(1).a_0 == 0;`,
    ],
    [
      'local structures',
      'struct S { int a = 1; bool b = false; } thread P { local S s, t[2] = {2, true}; s.a = t[1].a; t[0].b = s.b; }',
      `thread P { local int s_a = 1; local bool s_b = false; local int t_0_a = 2, t_1_a = 2;
       local bool t_0_b = true, t_1_b = true; s_a = t_1_a; t_0_b = s_b; }`,
    ],
    [
      'cells in a `for`, which surely exist',
      'thread P { local int a[2] = 0; for (i in 0..1) a[i] = i; }',
      `thread P { local int a_0 = 0, a_1 = 0, i = 0; i = 0;
       while (i <= 1) { if (i == 0) { a_0 = i; } else { a_1 = i; } i = i + 1; } }`,
    ],
    [
      'with procedures, which set them each time',
      `struct S { int a = 1; int b; } inline f(shared v, local w) { local int c[2] = {3, 4}; local S own; v[0].a = w[1]; w[0] = c[1] + own.a; }
       shared S s[2] = {5, 6}; thread P { local int d[2] = 0; f(s, d); }`,
      `shared int s_a[2] = 5, s_b[2] = 6; thread P { local int d_0 = 0, d_1 = 0, c_0 = 3, c_1 = 4, own_a = 1, own_b;
       c_0 = 3; c_1 = 4; own_a = 1; s_a[0] = d_1; d_0 = c_1 + own_a; }`,
    ],
  ])('%s', (_, sugar, plain) => {
    expect(textOf(sugar)).toBe(textOf(plain));
  });

  it('and an index that may be wrong is looked at before', () => {
    const text = `shared int x = 0; thread P { local int a[2] = 0, i = 2; L: x = a[i]; }
      invariant !(P at L) || x == 0;`;
    expect(parseFp(text).properties.map(({ name }) => name)).toContain('bounds');
    // The thread is at the label until all is done.
    expect(textOf(text)).toContain(
      [
        '  L: load_1 = i;',
        '  L_2: if (load_1 < 0 || load_1 >= 2) {',
        '    L_3: load_3 = no_cell[load_1];',
        '  }',
        '  L_4: if (load_1 == 0) {',
        '    L_5: load_2 = a_0;',
        '  } else {',
        '    L_6: load_2 = a_1;',
        '  }',
        '  L_7: x = load_2;',
      ].join('\n'),
    );
  });
});

describe('arrays and structures are used as what they are', () => {
  const start = 'struct S { int a = 0; } shared S s[2]; shared int m[2][2] = 0, x = 0; shared S one;';
  it.each<readonly [string, string]>([
    ['thread P { s[0] = s[1]; }', '`s` is a structure; its values are not used as a whole'],
    ['thread P { local S t; t = one; }', '`t` is a structure; its values are not used as a whole'],
    ['thread P { s.a = 1; }', '`s` is an array'],
    ['thread P { s[0].b = 1; }', '`s` has no member `b`'],
    ['thread P { x.a = 1; }', '`x` is no structure; it has no members'],
    ['thread P { m[0] = 1; }', '`m` has two indices, not 1'],
    ['thread P { m[0][0][0] = 1; }', '`m` has two indices, not 3'],
    ['thread P { one[0].a = 1; }', '`one` is not an array'],
    ['thread P { local int a[3][3][3]; }', 'an array has at most two indices'],
    ['thread P { local int a[257]; }', 'an array has 1 to 256 cells, not 257'],
    [
      'thread P { local int a[2], i = 0; i = cas(a[0], 1, 2); }',
      '`cas` works on a shared variable, but `a` is a local',
    ],
    [
      'thread P { local int a[2], i = 0; a[i] = cas(x, 1, 2); }',
      'the result of `cas` goes to a local, and which cell that is must be constant',
    ],
    [
      'thread P { local int a[2], i = 0; assume(x == 1 && a[i] == 0); }',
      'a cell of a local array whose number is only known here would be chosen after a load',
    ],
    [
      'thread P { local int a[2], i = 0; skip; } invariant P.a[P.i] == 0;',
      'this index of `a` may be out of bounds',
    ],
    ['thread P { local int a[2]; skip; } invariant P.a[2] == 0;', '`a` has no cell 2'],
    ['inline f(S v) { x = 1; } thread P { f(1); }', '`v` is a structure; its values are not used as a whole'],
    ['struct T { S s; } thread P { skip; }', '`S` is a structure; its values are not stored as a whole'],
    ['struct T { int a[2]; } thread P { skip; }', 'a member is a single value'],
    ['struct T { } thread P { skip; }', '`T` has no members'],
    ['shared S t = 1; thread P { skip; }', '`S` is a structure'],
    [
      'shared int k[2][2] = {{1, 2, 3}, {4}}; thread P { skip; }',
      'the rows of `k` do not have these lengths',
    ],
  ])('%s', (text, message) => {
    expect(errorsOfFp(`${start} ${text}`)).toContain(message);
  });
});
