import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { Source } from '../../../src/diagnostics/span.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { printExpr } from '../../../src/lang/program/print-expr.js';
import type { Program } from '../../../src/lang/program/program.js';
import { loadPredicates } from '../../../src/ask/predicates-file.js';
import { parseFp } from '../../support/parse-fp.js';

const folder = mkdtempSync(join(tmpdir(), 'predicates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = parseFp(`shared int x = 0, flag[2] = 0;
  thread P { local int r = 0; r = x; }
  thread Q(i: 0..1) { local int r = 0; flag[i] = 1; r = flag[0]; }
  predicates { x == 7; }`);

const orig = ((): Program => {
  const text = 'beginit store y = 0; endinit process 1: load t1 = y; process 2: load t2 = y; store y = 1;';
  const bag = new DiagnosticBag();
  const read = salpl.parse(new Source('two.orig', text), bag);
  bag.throwIfErrors();
  if (read === null) throw new Error('not read');
  return read;
})();

interface Outcome {
  readonly predicates: readonly string[] | null;
  readonly said: string;
}

async function loadedFrom(path: string, of: Program, language: string): Promise<Outcome> {
  const bag = new DiagnosticBag();
  const found = await loadPredicates(path, of, language, bag);
  return {
    predicates: found?.map((predicate) => printExpr(predicate, of)) ?? null,
    said: renderDiagnostics(bag.sorted()).replaceAll(`${folder}/`, ''),
  };
}

function loaded(name: string, text: string, of = program, language = 'fp'): Promise<Outcome> {
  writeFileSync(join(folder, name), text);
  return loadedFrom(join(folder, name), of, language);
}

describe('a file of predicates', () => {
  it('has one a line, with empty lines and comments', async () => {
    const text = '// mine\nx == 0\n\nP.r < x; // both\n   Q(0).r == P.r\nflag[1] == 0 && x >= 2\n';
    expect(await loaded('good.txt', text)).toEqual({
      predicates: ['x == 0', 'P.r < x', 'Q(0).r == P.r', 'flag[1] == 0 && x >= 2'],
      said: '',
    });
  });

  it('may speak of all instances', async () => {
    const { predicates } = await loaded('forall.txt', 'forall i in Q: i.r == 0\n');
    expect(predicates).toEqual(['forall a in Q: a.r == 0']);
  });

  it.each([
    ['unknown.txt', 'x == 0\nflga[0] == 1\n', 'did you mean `flag`?'],
    ['unknown-local.txt', 'P.q == 1\n', '`P` has no local `q`'],
    ['number.txt', 'x + 1\n', 'number.txt:1:1'],
    ['cut.txt', 'x == 0\nx ==\n', 'cut.txt:2'],
    ['two.txt', 'x == 0 x == 1\n', 'two.txt:1:8'],
    ['empty.txt', '', 'empty.txt is of no use: the file is empty'],
    ['blank.txt', '\n  \n', 'blank.txt is of no use: the file has nothing but blanks'],
    ['comments.txt', '// none yet\n', 'comments.txt holds no predicates'],
  ])('%s is told what is wrong', async (name, text, message) => {
    const { predicates, said } = await loaded(name, text);
    expect(predicates).toBeNull();
    expect(said).toContain(message);
  });

  it('that is not there', async () => {
    const { predicates, said } = await loadedFrom(join(folder, 'none.txt'), program, 'fp');
    expect(predicates).toBeNull();
    expect(said).toContain('the predicates file none.txt is of no use: ');
  });
});

describe('predicates for a program of the CUPEX authors', () => {
  it.each([
    ['own.pred', '(y = 0)\n((t1 + 1) = t2)\n', ['y == 0', 'P1.t1 + 1 == P2.t2']],
    ['own.txt', '(y = 0)\n', ['y == 0']],
    ['fp.txt', 'P1.t1 == y || y < 2\n', ['P1.t1 == y || y < 2']],
    ['fp.pred', 'P1.t1 == y\n', ['P1.t1 == y']],
  ])('%s may be in either syntax', async (name, text, expected) => {
    expect(await loaded(name, text, orig, 'salpl')).toEqual({ predicates: expected, said: '' });
  });

  it('are told what is wrong in the syntax that the name tells', async () => {
    const asPred = await loaded('bad.pred', '(y = 0)\n(t3 = 0)\n', orig, 'salpl');
    expect(asPred.predicates).toBeNull();
    expect(asPred.said).toContain('bad.pred:2:2: error: the program has no variable t3');
    const asText = await loaded('bad.txt', 'P1.t1 == 0\nP1.t2 == 0\n', orig, 'salpl');
    expect(asText.predicates).toBeNull();
    expect(asText.said).toContain('bad.txt:2:4');
  });
});
