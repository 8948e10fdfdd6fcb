import { describe, expect, it } from '@jest/globals';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import { extrapolatedTexts, requestFor } from '../../../support/abstraction/extrapolated.js';
import type { ExtrapolationSetting } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';

/** P writes x and y with fences between, Q writes x only. */
const fenced = (predicates: string): string => `
  shared int x = 0, y = 0, z = 0;
  thread P { local int r = 0; while (true) { x = 1; fence; y = 1; fence; r = z; } }
  thread Q { local int s = 0; while (true) { s = y; x = s; fence; } }
  predicates { ${predicates} }`;

/** P writes x and y without a fence between. */
const unfenced = (predicates: string): string => `
  shared int x = 0, y = 0;
  thread P { local int r = 0; x = 1; y = 1; fence; r = x; }
  predicates { ${predicates} }`;

const texts = (text: string, setting: Partial<ExtrapolationSetting>): readonly string[] =>
  extrapolatedTexts(parseFp(text), { rules: 'pso', encoding: 'counters', bound: 1, ...setting });

/** Those that the rule made, without its number. */
const by = (rule: number, all: readonly string[]): readonly string[] =>
  all.filter((text) => text.startsWith(`${rule}: `)).map((text) => text.slice(`${rule}: `.length));

describe('rule 1: counts', () => {
  it('are 0 to the bound, of each place that a thread writes', () => {
    expect(by(1, texts(fenced('x == 0;'), {}))).toEqual([
      'P_x_cnt == 0',
      'P_x_cnt == 1',
      'P_y_cnt == 0',
      'P_y_cnt == 1',
      'Q_x_cnt == 0',
      'Q_x_cnt == 1',
    ]);
    expect(by(1, texts(unfenced('x == 0;'), { bound: 2 }))).toContain('P_y_cnt == 2');
  });

  it('of an array with computed indices are one for each cell', () => {
    const text = 'shared int a[2] = 0; thread P { local int i = 0; a[i] = 1; } predicates { a[0] == 0; }';
    expect(by(1, texts(text, {}))).toEqual([
      'P_a_cnt[0] == 0',
      'P_a_cnt[0] == 1',
      'P_a_cnt[1] == 0',
      'P_a_cnt[1] == 1',
    ]);
  });

  it('are control in shapes', () => {
    expect(by(1, texts(fenced('x == 0;'), { encoding: 'shapes' }))).toEqual([]);
  });
});

describe('rule 8: counts and targets', () => {
  it('are one count a thread, and each cell that it writes for each entry', () => {
    expect(by(8, texts(fenced('x == 0;'), { rules: 'tso' }))).toEqual([
      'P_cnt == 0',
      'P_cnt == 1',
      'P_lhs_1 == 0',
      'P_lhs_1 == 1',
      'Q_cnt == 0',
      'Q_cnt == 1',
      'Q_lhs_1 == 0',
    ]);
    expect(by(8, texts(unfenced('x == 0;'), { rules: 'tso', bound: 2 }))).toEqual([
      'P_cnt == 0',
      'P_cnt == 1',
      'P_cnt == 2',
      'P_lhs_1 == 0',
      'P_lhs_1 == 1',
      'P_lhs_2 == 0',
      'P_lhs_2 == 1',
    ]);
  });

  it('tell whether an entry fits where cells have ranges', () => {
    const ranges = `shared int[0..1] x = 0; shared int[-1..3] y = 0; shared bool b = false;
      thread P { x = 1; fence; y = 1; fence; b = true; } predicates { x == 0; }`;
    expect(by(8, texts(ranges, { rules: 'tso' })).slice(5)).toEqual(['P_rhs_1 >= 0', 'P_rhs_1 <= 1']);
    const open =
      'shared int[0..1] x = 0; shared int y = 0; thread P { x = 1; y = 1; } predicates { x == 0; }';
    expect(by(8, texts(open, { rules: 'tso' })).slice(4)).toEqual(['P_rhs_1 >= 0', 'P_rhs_1 <= 1']);
  });

  it('are control in shapes', () => {
    expect(by(8, texts(fenced('x == 0;'), { rules: 'tso', encoding: 'shapes' }))).toEqual([]);
  });
});

describe('rules 2 and 9: what there was stays', () => {
  const given = fenced('x == 0; P.r < Q.s; z == 3;');

  it('first, and in its order', () => {
    expect(texts(given, {}).slice(0, 3)).toEqual(['2: x == 0', '2: P.r < Q.s', '2: z == 3']);
    expect(texts(given, { rules: 'tso' }).slice(0, 3)).toEqual(['9: x == 0', '9: P.r < Q.s', '9: z == 3']);
  });

  it('and is all there is under SC', () => {
    expect(texts(given, { rules: 'sc' })).toEqual(['-: x == 0', '-: P.r < Q.s', '-: z == 3']);
  });

  it('once', () => {
    const twice = fenced('x == 0; x != 0; 0 == x; !(x == 0); x < y; y > x; x >= y; y <= x; 1 < 2; x <= y;');
    expect(by(2, texts(twice, {}))).toEqual(['x == 0', 'x < y', 'x <= y']);
  });
});

describe('rules 3 and 10: the same of writes that wait', () => {
  it('for every thread and position', () => {
    expect(by(3, texts(fenced('x == 0;'), { bound: 2 }))).toEqual([
      'P_x_1 == 0',
      'P_x_2 == 0',
      'Q_x_1 == 0',
      'Q_x_2 == 0',
    ]);
  });

  it('for the one queue of a thread under TSO, whatever the cell', () => {
    expect(by(10, texts(fenced('x == 0; y == 0;'), { rules: 'tso' }))).toEqual([
      'P_rhs_1 == 0',
      'Q_rhs_1 == 0',
    ]);
  });

  it('for the entries of a cell, where shapes are control', () => {
    expect(by(10, texts(fenced('x == 0; y == 0;'), { rules: 'tso', encoding: 'shapes' }))).toEqual([
      'P_x_1 == 0',
      'Q_x_1 == 0',
      'P_y_1 == 0',
    ]);
  });

  it('for cells of arrays', () => {
    const text = 'shared int a[2] = 0; thread P { local int i = 0; a[i] = 1; } predicates { a[1] == 0; }';
    expect(by(3, texts(text, {}))).toEqual(['P_a_1[1] == 0']);
    expect(by(10, texts(text, { rules: 'tso', encoding: 'shapes' }))).toEqual(['P_a_1_1 == 0']);
  });

  it('for a truth value that waits among integers', () => {
    const text = 'shared int x = 0; shared bool b = false; thread P { x = 1; b = true; } predicates { b; }';
    expect(by(10, texts(text, { rules: 'tso' }))).toEqual(['P_rhs_1 == 1']);
    expect(by(3, texts(text, { rules: 'pso' }))).toEqual(['P_b_1']);
  });

  it('tells which predicate it comes from', () => {
    const request = requestFor(parseFp(fenced('x == 0; y == 0;')), {
      rules: 'tso',
      encoding: 'counters',
      bound: 1,
    });
    const lifted = extrapolate(request).filter(({ origin }) => origin.rule === 10);
    expect(lifted.map(({ origin }) => origin.from)).toEqual([request.predicates[0], request.predicates[0]]);
  });
});

describe('the order of writes to one cell', () => {
  const twice = (between: string, predicates: string): string => `
    shared int x = 0, y = 0; thread P { x = 1; ${between} x = 2; y = 1; y = 2; fence; }
    predicates { ${predicates} }`;
  const order = ['x < P_x_1', 'P_x_1 < x', 'P_x_1 < P_x_2', 'P_x_2 < P_x_1'];

  it('is asked of cells that are compared by an order', () => {
    expect(by(4, texts(twice('', 'x <= 1;'), { bound: 2 }))).toEqual(order);
    expect(by(4, texts(twice('', 'x == 0 -> x + 1 > 2; y == 0;'), { bound: 2 }))).toEqual(order);
    expect(by(4, texts(twice('', 'x == 0; y == 0;'), { bound: 2 }))).toEqual([]);
  });

  it('if two of their writes may wait at once', () => {
    expect(by(4, texts(twice('fence;', 'x < 1;'), { bound: 2 }))).toEqual([]);
    expect(by(4, texts(twice('', 'x < 1;'), { bound: 1 }))).toEqual([]);
  });

  it('under TSO, too', () => {
    expect(by(11, texts(twice('', 'x < 1;'), { rules: 'tso', bound: 3 }))).toEqual([
      'x < P_rhs_1',
      'P_rhs_1 < x',
      'P_rhs_1 < P_rhs_2',
      'P_rhs_2 < P_rhs_1',
      'P_rhs_2 < P_rhs_3',
      'P_rhs_3 < P_rhs_2',
    ]);
    expect(by(11, texts(twice('', 'x < 1;'), { rules: 'tso', encoding: 'shapes', bound: 2 }))).toEqual(order);
  });
});

describe('rules 5 and 12: variables that a thread does not write', () => {
  it('have no buffered version there', () => {
    expect(by(3, texts(fenced('y == 0; z == 0;'), {}))).toEqual(['P_y_1 == 0']);
    expect(by(10, texts(fenced('y == 0; z == 0;'), { rules: 'tso' }))).toEqual(['P_rhs_1 == 0']);
  });
});

describe('rules 6 and 13: one place for all occurrences', () => {
  it('of a variable, and no mixture of threads', () => {
    const given = fenced('x <= y && 0 <= x;');
    expect(by(3, texts(given, {}))).toEqual([
      'P_x_1 <= y && 0 <= P_x_1',
      'x <= P_y_1 && 0 <= x',
      'Q_x_1 <= y && 0 <= Q_x_1',
    ]);
    expect(by(10, texts(given, { rules: 'tso' }))).toEqual([
      'P_rhs_1 <= y && 0 <= P_rhs_1',
      'x <= P_rhs_1 && 0 <= x',
      'Q_rhs_1 <= y && 0 <= Q_rhs_1',
    ]);
  });
});

describe('rules 7 and 14: several variables', () => {
  it('wait one at a time where a fence comes between', () => {
    expect(by(3, texts(fenced('x < y;'), {}))).toEqual(['P_x_1 < y', 'x < P_y_1', 'Q_x_1 < y']);
    expect(by(10, texts(fenced('x < y;'), { rules: 'tso', bound: 2 }))).toEqual([
      'P_rhs_1 < y',
      'P_rhs_2 < y',
      'x < P_rhs_1',
      'x < P_rhs_2',
      'Q_rhs_1 < y',
      'Q_rhs_2 < y',
    ]);
  });

  it('may wait together elsewhere', () => {
    expect(by(3, texts(unfenced('x < y;'), {}))).toEqual(['P_x_1 < y', 'x < P_y_1', 'P_x_1 < P_y_1']);
  });

  it('but not at the same place of a queue', () => {
    expect(by(10, texts(unfenced('x < y;'), { rules: 'tso' }))).toEqual(['P_rhs_1 < y', 'x < P_rhs_1']);
    expect(by(10, texts(unfenced('x < y;'), { rules: 'tso', bound: 2 })).slice(4)).toEqual([
      'P_rhs_1 < P_rhs_2',
      'P_rhs_2 < P_rhs_1',
    ]);
  });

  it('and no more than a queue has room for', () => {
    const loop = 'shared int x = 0, y = 0; thread P { while (true) { x = 1; y = 1; } } predicates { x < y; }';
    const shapes = { rules: 'tso', encoding: 'shapes' } as const;
    const both = (bound: number): readonly string[] =>
      by(10, texts(loop, { ...shapes, bound })).filter((text) => text.split('P_').length > 2);
    expect(both(1)).toEqual([]);
    expect(both(2)).toEqual(['P_x_1 < P_y_1']);
    expect(both(3)).toEqual(['P_x_1 < P_y_1', 'P_x_1 < P_y_2', 'P_x_2 < P_y_1']);
  });
});

it('keeps the number of predicates within bounds', () => {
  const names = Array.from({ length: 12 }, (_, i) => `v${i}`);
  const text = `shared int ${names.map((name) => `${name} = 0`).join(', ')};
    thread P { ${names.map((name) => `${name} = 1;`).join(' ')} }
    predicates { ${names.join(' + ')} == 0; }`;
  const lifted = by(3, texts(text, { bound: 3 }));
  expect(lifted.length).toBe(128);
  expect(lifted.filter((p) => p.split('P_').length === 2)).toHaveLength(36);
});
