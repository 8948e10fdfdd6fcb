import { describe, expect, it } from '@jest/globals';
import { expandInstances } from '../../../../passes/expand-instances.js';
import { legalized } from '../../../../src/lang/program/legal-names.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import type { Program, Stmt } from '../../../../src/lang/program/program.js';
import { mapBlocks } from '../../../../src/lang/program/visit.js';
import { parseFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

/** As another front end may deliver it. */
function renamed(program: Program, names: Readonly<Record<string, string>>): Program {
  const rename = <T extends { readonly name: string }>(item: T): T => ({
    ...item,
    name: names[item.name] ?? item.name,
  });
  return {
    ...program,
    shared: program.shared.map(rename),
    locals: program.locals.map(rename),
    threads: program.threads.map(rename),
    properties: program.properties.map(rename),
  };
}

describe('printed names', () => {
  it('of instances are legal and new', () => {
    const program = parseFp(`shared int Q_0 = 0;
      thread Q(me: 0..1) { local int r = me; L: Q_0 = r; }
      invariant forall a != b in Q: !(a at L && b at L) || Q(0).r == 0;`);
    const text = printProgram(expandInstances.run(program, { procs: null }));
    expect(text).toContain('shared int Q_0 = 0;');
    expect(text).toContain('thread Q_0_2 {\n  local int r = 0;');
    expect(text).toContain('thread Q_1 {\n  local int r = 1;');
    expect(text).toContain('Q_0_2.r == 0');
    const again = parseFp(text);
    expect(canonical(parseFp(printProgram(again)))).toBe(canonical(again));
  });

  it('avoid keywords, other characters and each other', () => {
    const program = parseFp(`shared int x = 0, y = 0, z = 0;
      thread P { local int r = 0, s = 0, t = 0; r = x; s = y; t = z; }
      invariant good: P.r == x;`);
    const odd = renamed(program, {
      x: 'in',
      y: 'a b',
      z: 'a_b',
      P: '0',
      r: 'in',
      s: 'a_b',
      t: '%',
      good: 'never mind',
    });
    expect(printProgram(odd)).toBe(
      [
        'shared int in_2 = 0;',
        'shared int a_b_2 = 0;',
        'shared int a_b = 0;',
        '',
        'thread v0 {',
        '  local int in_3 = 0;',
        '  local int a_b_3 = 0;',
        '  local int v = 0;',
        '  in_3 = in_2;',
        '  a_b_3 = a_b_2;',
        '  v = a_b;',
        '}',
        '',
        'invariant never_mind: v0.in_3 == in_2;',
        '',
      ].join('\n'),
    );
  });

  it('of asserts and their properties change together', () => {
    const program = parseFp(`shared int x = 0;
      thread P { assert good: x == 0; atomic { assert good: x == 1; } assert(x == 2); }
      thread Q { assert good: x == 3; assert fine: x == 4; }
      invariant best: x == 5;`);
    const odd = (name: string): string => ({ good: 'a b', fine: 'div', best: 'a_b' })[name] ?? name;
    const rename = (stmt: Stmt): Stmt => {
      const mapped = mapBlocks(stmt, (block) => block.map(rename));
      return mapped.kind === 'assert' ? { ...mapped, property: odd(mapped.property) } : mapped;
    };
    const named: Program = {
      ...renamed(program, { good: 'a b', fine: 'div', best: 'a_b' }),
      threads: program.threads.map((thread) => ({ ...thread, body: thread.body.map(rename) })),
    };
    const text = printProgram(named);
    expect(text.match(/assert.*;/g)).toEqual([
      'assert a_b_2: x == 0;',
      'assert a_b_2: x == 1;',
      'assert(x == 2);',
      'assert a_b_2: x == 3;',
      'assert div_2: x == 4;',
    ]);
    expect(legalized(named).properties.map((p) => p.name)).toEqual([
      'a_b',
      'a_b_2',
      expect.stringMatching(/^assert:/),
      'div_2',
    ]);
    expect(() => parseFp(text)).not.toThrow();
  });

  it('are no temporal operators where an ltl property speaks of them', () => {
    const program = parseFp('shared bool b = false, c = false; thread P { b = c; } ltl G b;');
    const text = printProgram(renamed(program, { b: 'G', c: 'F' }));
    expect(text).toContain('ltl G G_2;');
    expect(text).toContain('shared bool F = false;');
  });
});
