import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { printModel } from '../../../../src/lang/dve/print.js';
import { readModel } from '../../../../src/frontends/dve/read.js';
import { printExpr, printProgram } from '../../../../src/lang/program/print.js';
import { golden } from '../../../support/golden.js';
import { formulasOfDve, parseDve } from '../../../support/dve-text.js';

const parsed = (text: string, path = 'model.dve'): ReturnType<typeof parseDve> => {
  const bag = new DiagnosticBag();
  const program = parseDve(new Source(path, text), bag);
  if (program === null) throw new Error(renderDiagnostics(bag.sorted()));
  return program;
};

golden('dve', 'dve', (source) => {
  const model = readModel(source, new DiagnosticBag());
  const printed = model === null ? '' : printModel(model);
  const again = readModel(new Source('printed.dve', printed), new DiagnosticBag());
  if (again === null || printModel(again) !== printed) throw new Error('what is printed is read differently');
  parsed(printed);
  return printed;
});

golden('dve-errors', 'txt', (source) => {
  const bag = new DiagnosticBag();
  const program = parseDve(source, bag);
  return program === null ? renderDiagnostics(bag.sorted()) : printProgram(program);
});

describe('a DiVinE model', () => {
  const declared = 'byte x; int y; byte a[2]; process P { byte r; state q, s; init q; trans';
  const body = (transitions: string): string => {
    const program = parsed(`${declared} ${transitions}; } system async;`);
    return program === null ? '' : printProgram(program);
  };

  it('has one step for each transition', () => {
    expect(body('q -> s { guard x == 1; effect y = 2, r = x; }')).toContain(
      ['  q: atomic {', '    assume(x == 1);', '    y = 2;', '    r = x;', '  }', '  goto s;'].join('\n'),
    );
  });

  it('keeps bytes in 8 bits without and ints in 16 bits with a sign, where they might have more', () => {
    expect(body('q -> s { effect x = x + 1, r = x, y = x - 1, y = y * 2; }')).toContain(
      [
        '    x = (x + 1) & 255;',
        '    r = x;',
        '    y_now_1 = x - 1;',
        '    y = ((y_now_1 * 2 + 32768) & 65535) - 32768;',
      ].join('\n'),
    );
  });

  it('makes one write of several to one variable, and of cells only where they surely are one', () => {
    expect(body('q -> s { effect a[0] = 1, a[1] = 2, a[0] = a[0] + 1; }')).toContain(
      ['    a_now_1 = 1;', '    a[1] = 2;', '    a[0] = (a_now_1 + 1) & 255;'].join('\n'),
    );
    const unclear = parsed(`${declared} q -> s { effect a[r] = 1, a[0] = 2; }; } system async;`);
    expect(unclear?.onlySc?.why).toContain('depends on the run');
  });

  it('takes what is not 0 as true, and counts what is true as 1', () => {
    expect(body('q -> s { guard x and not y; effect r = (x == 1) + (y and r); }')).toContain(
      ['    assume(x != 0 && !(y != 0));', '    r = int(x == 1) + int(y != 0 && r != 0);'].join('\n'),
    );
  });

  it('gives each side of a meeting its move in one step of the sender', () => {
    const text =
      'channel c; process S { byte v = 3; state a, b; init a; trans a -> b { sync c!v; effect v = 0; }; }' +
      'process R { byte w; state a, b; init a; trans a -> b { guard w == 0; sync c?w; effect w = w + 1; }; } system async;';
    const program = parsed(text);
    expect(program === null ? '' : printProgram(program)).toContain(
      [
        '  a: atomic {',
        '    assume(R_state == 0 && R_w == 0);',
        '    R_w = v;',
        '    R_w = (R_w + 1) & 255;',
        '    R_state = 1;',
        '    v = 0;',
        '  }',
      ].join('\n'),
    );
  });

  it('has formulas in its own words', () => {
    const text = `${declared} q -> s { }; } process Q { state t; init t; } system async;`;
    const program = parsed(text);
    const read = (formula: string, role: 'invariant' | 'ltl' = 'invariant'): string => {
      const bag = new DiagnosticBag();
      const expr = formulasOfDve(new Source('model.dve', text))(new Source('formula', formula), role, bag);
      return expr === null || program === null ? renderDiagnostics(bag.sorted()) : printExpr(expr, program);
    };
    expect(read('P.q + Q.t > 1')).toBe('int(P at q) + int(Q at t) > 1');
    expect(read('not (P at q and P->r == 2) || x')).toBe('!(P at q && P.r == 2) || x != 0');
    expect(read('G (P.q -> F P->r > 0)', 'ltl')).toBe('G (P at q -> F (P.r > 0))');
    expect(read('P.q U x == 1', 'ltl')).toBe('P at q U x == 1');
    expect(read('P.t')).toContain('It is a state of Q.');
    expect(read('r == 1')).toContain('Write P->r to read it.');
    expect(read('P.q +')).toContain('the formula ends too early');
  });
});
