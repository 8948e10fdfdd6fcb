import { describe, expect, it } from '@jest/globals';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';
import { at } from '../../../../src/support/invariant.js';
import { errorsOfFp, parseFp } from '../../../support/parse-fp.js';

const inThread = (body: string, more = ''): string =>
  `shared int x = 0, y = 0, a[3] = 0; thread P { local int r = 0; local bool b = false; ${body} } ${more}`;

describe('what is written shorter means the same as what is written out', () => {
  it.each<readonly [string, string, string]>([
    ['an update of a shared variable', 'x += y - 1;', 'x = x + (y - 1);'],
    ['an update of a cell', 'a[r] -= 2;', 'a[r] = a[r] - (2);'],
    ['steps up and down', 'r++; x--;', 'r = r + 1; x = x - 1;'],
    ['a choice that is stored', 'x = y == 0 ? 1 : 2;', 'if (y == 0) { x = 1; } else { x = 2; }'],
    [
      'choices in choices',
      'r = (r < 1 ? x : r < 2 ? y : 3);',
      'if (r < 1) { r = x; } else { if (r < 2) { r = y; } else { r = 3; } }',
    ],
    ['a choice between truths', 'assert(b ? r == 0 : r == 1);', 'assert(b && r == 0 || !b && r == 1);'],
    ['a choice between integers', 'r = 1 + (b ? 2 : r);', 'r = 1 + (int(b) * 2 + int(!b) * r);'],
    [
      'a loop with its test behind',
      'do { r = x; } while (r == 0);',
      'again_1: r = x; if (r == 0) { goto again_1; }',
    ],
    ['an empty one', 'L: do { } while (x == 0);', 'L: while (x == 0) { }'],
    [
      'its labels and jumps',
      'L: do { r = x; if (r == 1) continue; if (r == 2) break; y = r; } while (r == 0); y = 5;',
      `L: again_1: r = x; if (r == 1) { goto next_1; } if (r == 2) { goto leave_1; } y = r;
       next_1: if (r == 0) { goto again_1; } leave_1: y = 5;`,
    ],
    [
      'a loop that is left and gone on with',
      'L: while (x == 0) { r = y; if (r == 1) break; if (r == 2) { continue; } y = 1; } y = 2;',
      `next_1: L: while (x == 0) { r = y; if (r == 1) { goto leave_1; } if (r == 2) { goto next_1; } y = 1; }
       leave_1: y = 2;`,
    ],
    [
      'a loop at the end of a block',
      'if (b) { while (true) { r = x; if (r == 0) { break; } } } y = 1;',
      'if (b) { while (true) { r = x; if (r == 0) { goto leave_1; } } leave_1: skip; } y = 1;',
    ],
    [
      'loops that end at one place',
      'while (true) { while (true) { break; } break; } y = 1;',
      'while (true) { while (true) { goto leave_1; } leave_1: goto leave_2; } leave_2: y = 1;',
    ],
    [
      'a jump out of a section',
      'while (true) { atomic { break; } } y = 1;',
      'while (true) { atomic { goto leave_1; } } leave_1: y = 1;',
    ],
  ])('%s', (_, short, long) => {
    expect(canonical(parseFp(inThread(short)))).toBe(canonical(parseFp(inThread(long))));
  });

  it('a loop that counts', () => {
    const short = 'for (i in 1..r + 1) { if (x == i) continue; a[i] = i; } for (i in 0..0) { }';
    const long = `local int i = 0; i = 1;
      while (i <= r + 1) { if (x == i) { goto next_1; } a[i] = i; next_1: i = i + 1; }
      i = 0; while (i <= 0) { i = i + 1; }`;
    expect(canonical(parseFp(inThread(short)))).toBe(canonical(parseFp(inThread(long))));
  });

  it('somebody for whom it holds', () => {
    const of = (formula: string): string =>
      canonical(parseFp(`shared int f[P] = 0; thread P(me: 0..2) { f[me] = 1; } invariant ${formula};`));
    expect(of('exists p != q in P: f[p] == f[q]')).toBe(of('!(forall p != q in P: !(f[p] == f[q]))'));
  });

  it('an enumeration', () => {
    const program = (declarations: string, type: string): string =>
      canonical(
        parseFp(`${declarations} shared ${type} s[N] = B; thread P { local ${type} t = A; s[0] = C; }`),
      );
    expect(program('enum E { A, B = 4, C, } const N = B - 2;', 'E')).toBe(
      program('const A = 0; const B = 4; const C = 5; const N = 2;', 'int[0..5]'),
    );
    const { shown } = at(parseFp('enum E { A, B = 4 } shared E s = A; thread P { s = B; }').shared, 0);
    expect(shown).toEqual({
      kind: 'names',
      names: new Map([
        [0n, 'A'],
        [4n, 'B'],
      ]),
    });
  });
});

describe('words that are new are names where they were', () => {
  it.each(['for', 'do', 'break', 'continue', 'enum', 'exists'])('%s', (word) => {
    const text = `shared int ${word} = 0; thread P { ${word} = 1; ${word}: ${word} = ${word} - -1; goto ${word}; }
      invariant ${word} >= 0 && (P at ${word} -> ${word} == 1);`;
    const other = text.replaceAll(word, 'z');
    expect(canonical(parseFp(text)).replaceAll(`"${word}"`, '"z"')).toBe(canonical(parseFp(other)));
  });
});

describe('what is wrong is said', () => {
  it.each<readonly [string, string]>([
    ['break;', '`break` stands in a loop'],
    ['if (b) { continue; }', '`continue` stands in a loop'],
    [
      'for (i in 0..x) { }',
      'the last number of a `for` is looked at in each round, so it reads no shared variable',
    ],
    ['for (i in 0..2) { i = 1; }', '`i` counts the rounds of a `for`; it does not change in them'],
    ['for (i in 0..2) { havoc i; }', '`i` counts the rounds of a `for`; it does not change in them'],
    ['for (i in 0..2) { i++; }', '`i` counts the rounds of a `for`; it does not change in them'],
    ['for (i in 0..2) { } r = i;', '`i` is known inside its `for` only'],
    ['for (i in 0..2) { for (i in 0..1) { } }', '`i` counts the rounds of a `for` around this one'],
    ['for (r in 0..2) { }', '`r` is already a local of this thread'],
    ['for (x in 0..2) { }', '`x` is already a shared variable'],
    ['a[x] += 1;', 'the index is read once to load and once to store, so it reads no shared variable'],
    ['assert(b ? x == 0 : true);', 'where it reads shared variables, a `?` stands alone on the right of `=`'],
    [
      'r = 1 + (b ? 1 / r : 0);',
      'both values of a `?` between integers are computed, so neither divides or chooses a cell',
    ],
    ['r = b ? 1 : (b ? true : false);', 'what `r` gets must be an integer, but `true` is true or false'],
    [
      'r = 1 + (b ? 1 : b);',
      '`?` chooses between two of a kind, but has an integer before `:`, true or false behind it',
    ],
  ])('%s', (body, message) => {
    expect(errorsOfFp(inThread(body))).toContain(message);
  });

  it.each<readonly [string, string]>([
    ['enum E { A, A }', '`A` is already declared in an `enum`'],
    ['shared Fase s = 0; enum Phase { A }', 'unknown type `Fase`'],
    ['shared P s = 0;', '`P` is a thread, not a type'],
    ['enum E { A } shared int z = E;', '`E` is an enumeration, not a variable'],
    ['enum E { A, B } shared E z = 7;', '7 is out of the range of `z`'],
  ])('%s', (declarations, message) => {
    expect(errorsOfFp(`${declarations} thread P { skip; }`)).toContain(message);
  });
});
