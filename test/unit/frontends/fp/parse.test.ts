import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../../src/diagnostics/span.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { everyStatement } from '../../../../src/lang/program/walk-statements.js';
import { at } from '../../../../src/support/invariant.js';
import { errorsOfFp, parseFp, warnedFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

const names = (text: string): readonly string[] => parseFp(text).properties.map((property) => property.name);

describe('declarations', () => {
  it('number variables, threads and locals in the order of the text', () => {
    const program = parseFp(`
      thread P { local int r = 0; y = 1; local bool s = true; }
      shared int x = 0, y = 1;
      thread Q(me: 1..2) { local int r = me; x = r; }
      process R(n) { w[n] = true; }
      shared bool w[R] = false;`);
    expect(program.shared.map((v) => [v.id, v.name, v.shape.kind])).toEqual([
      [0, 'x', 'scalar'],
      [1, 'y', 'scalar'],
      [2, 'w', 'per-instance'],
    ]);
    expect(program.locals.map((v) => [v.id, v.name, v.thread])).toEqual([
      [0, 'r', 0],
      [1, 's', 0],
      [2, 'r', 1],
    ]);
    expect(program.threads.map((t) => t.instances)).toEqual([
      { kind: 'one' },
      { kind: 'range', param: 'me', lo: 1, hi: 2 },
      { kind: 'any', param: 'n' },
    ]);
  });

  it('have one reading where an implication, a choice and a quantifier meet', () => {
    const formulas = (text: string): string =>
      canonical(
        parseFp(`shared bool a = true, b = true, c = true, d = true; thread P(me: 0..1) { a = b; } ${text}`),
      );
    expect(formulas('invariant a -> b ? c : d;')).toBe(formulas('invariant (a -> b) ? c : d;'));
    expect(formulas('invariant a ? b : c -> d;')).toBe(formulas('invariant a ? b : (c -> d);'));
    expect(formulas('invariant a -> b -> c ? d : a;')).toBe(formulas('invariant (a -> (b -> c)) ? d : a;'));
    expect(formulas('invariant a -> forall t in P: b ? c : d;')).toBe(
      formulas('invariant a -> (forall t in P: (b ? c : d));'),
    );
    expect(formulas('invariant a ? exists t in P: b : c -> d;')).toBe(
      formulas('invariant a ? (exists t in P: b) : (c -> d);'),
    );
  });

  it('take the base name of the file', () => {
    expect(parseFp('thread P { skip; }', 'some/where/peterson').name).toBe('peterson');
  });

  it('replace constants by their values', () => {
    const program = parseFp(
      'const N = 2; const M = N * N - 1; shared int[-N..M] x[M] = N; thread P { x[N] = M; }',
    );
    expect(printProgram(program)).toBe('shared int[-2..3] x[3] = 2;\n\nthread P {\n  x[2] = 3;\n}\n');
  });
});

describe('statements', () => {
  it('keep every label, also before a closing brace', () => {
    const program = parseFp('shared int x = 0; thread P { A: B: x = 1; if (x == 1) { C: D: } E: }');
    const stmts = [...everyStatement(at(program.threads, 0).body)];
    expect(stmts.map((s) => [s.kind, s.labels])).toEqual([
      ['assign', ['A', 'B']],
      ['if', []],
      ['skip', ['C', 'D']],
      ['skip', ['E']],
    ]);
  });

  it('nest else-if chains and take simple bodies without braces', () => {
    const text = 'shared int x = 0; thread P { if (x == 0) x = 1; else if (x == 1) { x = 2; } else x = 3; }';
    expect(printProgram(parseFp(text))).toContain(
      [
        '  if (x == 0) {',
        '    x = 1;',
        '  } else if (x == 1) {',
        '    x = 2;',
        '  } else {',
        '    x = 3;',
        '  }',
      ].join('\n'),
    );
  });

  it('have spans of their heads', () => {
    const program = parseFp('shared int x = 0;\nthread P {\n  while (x == 0) {\n    x = 1;\n  }\n}');
    const [loop] = at(program.threads, 0).body;
    expect(loop?.span).toMatchObject({ kind: 'source', start: 31, end: 45 });
  });
});

describe('properties', () => {
  it('are named by kind and line, and by column where a line has several', () => {
    expect(
      names(`shared int x = 0;
        thread P { assert(x == 0); assert(x == 1);
          assert(x == 2); }
        invariant x == 0; invariant good: x == 1; invariant x == 2;
        final x == 0;
        ltl G x == 0;`),
    ).toEqual([
      'invariant:4:9',
      'good',
      'invariant:4:51',
      'final:5',
      'ltl:6',
      'assert:2:20',
      'assert:2:36',
      'assert:3',
    ]);
  });

  it('are those that asserts name, one for all asserts of a name, where the first is', () => {
    const program = parseFp(`shared int x = 0;
      thread P { assert b: x == 0; if (x == 1) assert a: (x == 1); L: assert (x == 2); }
      thread Q { atomic { assert a: x == 3; } assert b: x == 4; }
      invariant c: x == 0;`);
    expect(program.properties.map((p) => [p.kind, p.name])).toEqual([
      ['invariant', 'c'],
      ['assert', 'b'],
      ['assert', 'a'],
      ['assert', 'assert:2'],
    ]);
    expect(program.properties.map((p) => ('span' in p ? lineOf(p.span) : null))).toEqual([4, 2, 2, 2]);
    const text = printProgram(program);
    expect(text).toContain(
      [
        'thread P {',
        '  assert b: x == 0;',
        '  if (x == 1) {',
        '    assert a: x == 1;',
        '  }',
        '  L: assert(x == 2);',
        '}',
      ].join('\n'),
    );
    expect(canonical(parseFp(text))).toBe(canonical(program));
  });

  it('of asserts have names that no other property has', () => {
    const repeated = 'thread P { assert a: true; } thread Q { assert a: false; assert b: true; }';
    expect(errorsOfFp(repeated)).toEqual([]);
    expect(errorsOfFp(`${repeated} final b: true;`)).toEqual(['`b` is already a property']);
    expect(errorsOfFp(`invariant a: true; ${repeated}`)).toEqual([
      '`a` is already a property',
      '`a` is already a property',
    ]);
    for (const name of ['div', 'bounds', 'range', 'deadlock']) {
      expect(errorsOfFp(`thread P { assert ${name}: true; }`)).toEqual([
        `\`${name}\` is the name of an implicit property`,
      ]);
    }
  });

  it('include the implicit ones that statements can violate, in a fixed order', () => {
    expect(names('shared int x = 0; thread P { x = x + 1; }')).toEqual([]);
    expect(names('shared int x = 0; thread P { x = 1 / x; }')).toEqual(['div']);
    expect(names('shared int x = 0, a[2] = 0; thread P { a[1] = a[0]; a[x] = 1; }')).toEqual(['bounds']);
    expect(names('shared int x = 0, a[2] = 0; thread P { local int r = 0; r = a[x]; }')).toEqual(['bounds']);
    expect(names('shared int[0..1] x = 0; thread P { xchg(x, 1); }')).toEqual(['range']);
    expect(names('thread P { local int[0..1] r = 0; havoc r; }')).toEqual([]);
    expect(names('shared int a[2] = 0; thread P { local int[0..1] r = 0; r = a[r] % 2; }')).toEqual([
      'div',
      'bounds',
      'range',
    ]);
  });

  it('may speak of threads and labels by the letters of temporal operators', () => {
    const program = parseFp(`shared bool G = false, b = false;
      thread F { local bool X = false; U: b = true; }
      process R(me) { W: skip; }
      invariant G || F at U;
      ltl G F F.X || F at U U F at U;
      ltl forall a in R: G a at W R b;`);
    expect(printProgram(program)).toContain(
      [
        'invariant G || F at U;',
        'ltl G F F.X || F at U U F at U;',
        'ltl forall a in R: G (a at W) R b;',
      ].join('\n'),
    );
  });
});

describe('what is wrong with a text', () => {
  it('is found in one go, syntax and names alike', () => {
    expect(errorsOfFp('shared int x = 0\nthread P { x = ; yy = 1; goto L }\nfinal Q.r == 0;')).toEqual([
      'expected `;` after `0`',
      'expected an expression, but found `;`',
      'unknown name `yy`',
      '`P` has no label `L`',
      'expected `;`, but found `}`',
      'there is no thread `Q`',
    ]);
  });

  it('is not blamed on names whose declaration could not be read', () => {
    expect(errorsOfFp('shared int x := 0;\nthread P { x = 1; L: x = = 2; goto L; }')).toEqual([
      'expected `=`, `;`, `[` or `,`, but found `:`',
      'expected an expression, but found `=`',
    ]);
  });

  it('is not a constant fault where a constant test guards it', () => {
    const guarded = 'if (2 < 2) { a[2] = 1 / 0; } else if (true) { } else { n = 9; }';
    const decided = 'assert(3 < 2 && a[3] == 0 || true || 1 / 0 == 1);';
    const declarations = 'shared int a[2] = 0; shared int[0..1] n = 0;';
    expect(warnedFp(`${declarations} thread P { ${guarded} ${decided} }`).warnings).toEqual([]);
    expect(warnedFp(`${declarations} thread P { if (1 < 2) { a[2] = 1 / 0; } }`).warnings).toEqual([
      '`a` has no cell 2; the program violates `bounds` if it gets here',
      'division by a constant zero; the program violates `div` if it gets here',
    ]);
  });

  it.each([
    ['a b c d e f g', 200_000],
    ['thread P { x = ', 100_000],
    ['((((((((((', 100_000],
    ['\u0000\u0001', 200_000],
    ['9', 1_000_000],
    ['/*', 500_000],
  ])('is few messages soon where %j is repeated', (noise, times) => {
    const start = performance.now();
    const errors = errorsOfFp(noise.repeat(times));
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(50);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it.each([
    ['brackets', `thread P { assert(${'('.repeat(5000)}true${')'.repeat(5000)}); }`],
    ['blocks', `thread P { ${'if (true) {'.repeat(5000)}${'}'.repeat(5000)} }`],
    ['negations', `thread P { assert(${'!'.repeat(5000)}true); }`],
    ['sums', `shared int x = 0; thread P { x = x${' + 1'.repeat(5000)}; }`],
    ['chains of else', `thread P { if (true) { } ${'else if (true) { } '.repeat(5000)} }`],
    ['implications', `thread P { skip; } invariant true${' -> true'.repeat(5000)};`],
  ])('can be too many nested %s', (_, text) => {
    expect(errorsOfFp(text)).toEqual(['this is nested more than 1000 deep']);
  });
});
