import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { parseFormula, parsePredicates } from '../../../../src/frontends/fp/formula.js';
import type { FormulaRole } from '../../../../src/frontends/frontend.js';
import { printExpr } from '../../../../src/lang/program/print.js';
import { parseFp } from '../../../support/parse-fp.js';

const program = parseFp(`
  shared int x = 0, flag[2] = 0;
  thread P { local int r = 0; L: r = x; }
  thread Q(me: 0..1) { local bool ok = false; CS: flag[me] = 1; }
  invariant forall a in Q: a.ok -> flag[a] == 1;`);

function read(text: string, role: FormulaRole): string | readonly string[] {
  const bag = new DiagnosticBag();
  const expr = parseFormula(new Source('--invariant', text), role, program, bag);
  return expr === null ? bag.sorted().map((d) => d.message) : printExpr(expr, program);
}

describe('formulas about a program', () => {
  it('know the constants and the enumerations of its text', () => {
    const named = parseFp(`
      enum State { Free, Held = 3 } const N = 2;
      shared State lock = Free; thread P { lock = Held; }`);
    const bag = new DiagnosticBag();
    const expr = parseFormula(new Source('--invariant', 'lock == Held || lock < N'), 'invariant', named, bag);
    expect(bag.sorted()).toEqual([]);
    expect(expr === null ? null : printExpr(expr, named)).toBe('lock == 3 || lock < 2');
  });

  it.each<[FormulaRole, string]>([
    ['invariant', 'x == 0 && P.r <= 2'],
    ['invariant', '!(P at L) || Q(0) at CS'],
    ['invariant', 'forall a != b in Q: !(a at CS && b at CS)'],
    ['ltl', 'G (x == 0 -> F (flag[1] == 1))'],
    ['predicate', 'flag[0] == P.r'],
  ])('as %s: %s', (role, text) => {
    expect(read(text, role)).toBe(text);
  });

  it.each<[FormulaRole, string, string]>([
    ['invariant', 'G (x == 0)', 'expected `.` or `at`, but the text ends'],
    ['invariant', 'y == 0', 'unknown name `y`'],
    ['invariant', 'x', 'a property must be true or false, but `x` is an integer'],
    ['invariant', 'x == 0;', 'expected an operator, but found `;`'],
    ['invariant', '', 'expected an expression, but the text ends'],
    ['invariant', 'Q(2).ok', '`Q` has no instance 2'],
    ['predicate', 'P at L', '`at` is for invariant, final and ltl properties'],
  ])('not as %s: %s', (role, text, message) => {
    expect(read(text, role)).toEqual([message]);
  });

  it('binds other instances than the formulas of the program do', () => {
    const bag = new DiagnosticBag();
    const source = new Source('--invariant', 'forall a in Q: a.ok');
    const expr = parseFormula(source, 'invariant', program, bag);
    expect(expr).toMatchObject({ kind: 'forall', binders: [1] });
  });

  it('are read one a line as predicates', () => {
    const bag = new DiagnosticBag();
    const text = '// known\nx == 0\n\n  P.r == flag[1];\nQ(0).ok // and so on\n';
    const predicates = parsePredicates(new Source('p.txt', text), program, bag);
    expect(predicates.map((p) => printExpr(p, program))).toEqual(['x == 0', 'P.r == flag[1]', 'Q(0).ok']);
    expect(bag.hasErrors).toBe(false);
    parsePredicates(new Source('p.txt', 'x == 0\nx ==\ny == 1\n'), program, bag);
    expect(bag.sorted().map((d) => d.message)).toEqual([
      'expected an expression, but the text ends',
      'unknown name `y`',
    ]);
  });
});
