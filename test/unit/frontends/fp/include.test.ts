import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { plainText } from '../../../../src/frontends/frontend.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { parseFp } from '../../../support/parse-fp.js';

type FileTexts = Readonly<Record<string, string>>;

/** The program of `main.fp`, and the errors. */
function read(files: FileTexts): { readonly program: Program | null; readonly errors: readonly string[] } {
  const bag = new DiagnosticBag();
  const readBeside = (_: string, name: string): Source | null => {
    const text = files[name];
    return text === undefined ? null : new Source(name, text);
  };
  const program = fp.parse(new Source('main.fp', files['main.fp'] ?? ''), bag, { ...plainText, readBeside });
  return { program, errors: bag.errors().map((error) => renderDiagnostic(error).split('\n')[0] ?? '') };
}

describe('what a file includes', () => {
  const locks =
    'shared int lock = 0;\ninline take() { local bool ok = false; do { ok = cas(lock, 0, 1); } while (!ok); }\n';
  const main = 'include "locks.fp"\nthread P { take(); CS: lock = 0; }\n';

  it('stands in its place', () => {
    const { program, errors } = read({ 'main.fp': main, 'locks.fp': locks });
    expect(errors).toEqual([]);
    expect(program === null ? null : canonical({ ...program, name: 'generated' })).toBe(
      canonical(parseFp(main.replace('include "locks.fp"', locks))),
    );
  });

  it('is there once, also where files include each other', () => {
    const files = {
      'main.fp': `include "locks.fp" include "both.fp" ${main}`,
      'both.fp': 'include "locks.fp" include "main.fp" include "both.fp" const N = 2;',
      'locks.fp': locks,
    };
    expect(read(files).errors).toEqual([]);
    expect(read(files).program?.shared.map(({ name }) => name)).toEqual(['lock']);
  });

  it('is there once, however its path is spelt', () => {
    const files = {
      'main.fp': `include "./locks.fp" include "sub/../locks.fp" ${main}`,
      ...{ './locks.fp': locks, 'sub/../locks.fp': locks, 'locks.fp': locks },
    };
    expect(read(files).errors).toEqual([]);
  });

  it('has nameless properties of its own', () => {
    const more = 'invariant lock < 2;\ninline check() { assert(lock == 1); }\n';
    const { program } = read({
      'main.fp': `include "more.fp"\n\ninvariant lock >= 0; ${main} thread Q { check(); assert(true); }`,
      ...{ 'more.fp': more, 'locks.fp': locks },
    });
    expect(program?.properties.map(({ name }) => name)).toEqual([
      ...['invariant:more.fp:1', 'invariant:3', 'assert:more.fp:2', 'assert:5'],
    ]);
  });

  it('has its own lines in messages', () => {
    expect(
      read({ 'main.fp': 'include "a.fp" thread P { x = y; }', 'a.fp': '\nshared int x = z;\n' }).errors,
    ).toEqual(['a.fp:2:16: error: unknown name `z` [E201]', 'main.fp:1:31: error: unknown name `y` [E201]']);
    expect(
      read({ 'main.fp': 'include "a.fp" thread P { x = 1; }', 'a.fp': 'shared it x := 1;' }).errors,
    ).toEqual(['a.fp:1:13: error: expected `=`, `;`, `[` or `,`, but found `:` [E103]']);
  });

  it('has to be there', () => {
    expect(read({ 'main.fp': 'include "a.fp" thread P { skip; }' }).errors).toEqual([
      'main.fp:1:1: error: there is no file `a.fp` [E001]',
    ]);
    expect(read({ 'main.fp': 'include a thread P { skip; }' }).errors).toEqual([
      'main.fp:1:9: error: expected the name of a file, but found `a` [E103]',
    ]);
  });
});
