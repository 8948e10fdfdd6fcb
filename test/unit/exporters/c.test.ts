import { describe, expect, it } from '@jest/globals';
import { c } from '../../../src/exporters/c/export.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { exportRequest } from '../../support/export-request.js';
import { golden } from '../../support/golden.js';
import { parseFp } from '../../support/parse-fp.js';

const exported = (text: string): string => c.run(exportRequest(parseFp(text), sc, 'program.fp'));

/** The heading, the properties and the threads: what is not the same in all files. */
function ownPart(text: string): string {
  const heading = text.slice(0, text.indexOf('#include'));
  const variables = text.slice(text.indexOf('#endif') + 6, text.indexOf('extern void'));
  const program = text.slice(text.indexOf('static void check_'), text.indexOf('int main(void)'));
  return [heading.trim(), variables.trim(), program.trim()].join('\n\n');
}

golden('exporters/c', 'c', ({ path, text }) =>
  ownPart(c.run(exportRequest(parseFp(text, path.replace('.fp', '')), sc, path))),
);

describe('export to C', () => {
  it('gives the same text for the same program', () => {
    const text = 'shared int x = 0; thread P { x = 1; } invariant x == 0;';
    expect(exported(text)).toBe(exported(text));
  });

  it('says which properties it leaves out', () => {
    expect(exported('shared int x = 0; thread P { x = 1; } ltl live: F x == 1;')).toContain(
      'Not checked here: ltl live.',
    );
  });

  it('computes with checks only where 32 bits may be left', () => {
    const text = exported(`shared int x = 0; shared int[0..3] n = 0;
      thread P { local int r = 0; r = n * 5; r = r + 1; n = n + 1; x = n / 2; x = 7 / r; x = -r; x = 99999999999; }`);
    expect(text).toContain('r = n * 5;');
    expect(text).toContain('r = add32(r, 1);');
    expect(text).toContain('in_range(');
    expect(text).toContain('/ 2;');
    expect(text).toContain('x = div32(7, r);');
    expect(text).toContain('x = neg32(r);');
    expect(text).toContain('x = too_large();');
  });

  it('evaluates what may fail in the order of the program', () => {
    const text = exported(`shared int x = 0, a[2] = 0;
      thread P { local int r = 0; atomic { r = 1 / r + a[r]; a[r] = 1 / r; } }`);
    expect(text).toContain('r = (value = div32(1, r), add32(value, a[cell(r, 2)]));');
    expect(text).toMatch(/value_2 = r;\n\s+value_3 = div32\(1, r\);\n\s+value_2 = cell\(value_2, 2\);/);
  });

  it('takes a formula without a value for false', () => {
    const text = exported('shared int x = 0, a[2] = 0; thread P { x = 1; } invariant a[x] != 1 / x;');
    expect(text).toContain('if (!(x >= 0 && x < 2 && x != 0 && a[x] != 1 / x))');
  });

  it('starts with values that depend on one another', () => {
    const text = exported(`shared int[0..9] n; shared int copy = n, a[2] = {copy, 1};
      thread P { local int last = n; n = last; }`);
    const body = text.slice(text.indexOf('int main'));
    const places = ['n = any_of(0, 9);', 'copy = n;', 'a[0] = copy;', 'a[1] = 1;', 'P_last = n;'].map(
      (line) => body.indexOf(line),
    );
    expect(places).not.toContain(-1);
    expect(places.slice(0, 3)).toEqual(places.slice(0, 3).toSorted((a, b) => a - b));
  });

  it('keeps comments and strings whole, whatever the source says', () => {
    const text = exported('shared int x = 0; thread P { x = 1; /* a comment */ // and */ ??/ "more" \\\n }');
    expect(text).toContain('program.fp');
    expect(text.split('*/').length).toBe(text.split('/*').length);
  });

  it('tells an overflow of the buffers from a violation', () => {
    const program = parseFp('shared int x = 0; thread P { x = 1; x = 2; } invariant x != 2;', 'p');
    const text = c.run(exportRequest(program, tso, 'p.fp'));
    expect(text).toContain(
      'assert overflow: the bound of the store buffers is too small, so the answer is unknown',
    );
    expect(text).toContain('violated_overflow();');
  });
});
