import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The verdicts and reasons by property, and the warnings. */
async function run(text: string, options: Partial<VerifyOptions> = {}) {
  const path = join(folder, 't.fp');
  writeFileSync(path, text);
  const report = await verifyPath(path, options);
  expect(report.errors).toEqual([]);
  return {
    found: Object.fromEntries(report.properties.map((p) => [p.name, p.reason ?? p.verdict])),
    warnings: report.warnings.map((w) => w.message),
    trace: report.trace,
  };
}

/** Each of these was once answered wrongly, or not at all. */
describe('programs that were answered wrongly', () => {
  it.each([
    ['shared int a[4] = 0; thread P { local int i = 0; havoc i; a[i] = 1; }', 3n, 'bounds'],
    ['shared int n; shared int[0..9] z = 0; thread P { z = n; }', 9n, 'range'],
  ])('%s: values of the havoc range prove nothing about others', async (text, hi, property) => {
    const { found } = await run(text, { havocRange: { lo: 0n, hi } });
    expect(found[property]).toBe('havoc-range');
  });

  it('a per-instance array has no cells below the first instance', async () => {
    const head = 'shared int w[Q] = 7; shared int out = 0; thread P { local int i = 0; w[i] = 1; }';
    const { found } = await run(`${head} thread Q(me: 1..2) { w[me] = 2; }`);
    expect(found['bounds']).toBe('unsafe');
    const own = await run('shared int w[Q] = 7; thread Q(me: 1..2) { w[me - 1] = 2; }');
    expect(own.found['bounds']).toBe('unsafe');
    const right = await run(
      'shared int w[Q] = 7; thread Q(me: 1..2) { w[me] = me; } final cells: w[1] == 1 && w[2] == 3;',
    );
    expect(right.found['cells']).toBe('unsafe');
    expect([...(right.trace?.initial.memory.keys() ?? [])]).toEqual(['w[1]', 'w[2]']);
    expect(right.trace?.steps.map((s) => s.action).sort()).toEqual(['store w[1] = 1', 'store w[2] = 2']);
  });

  it('an index that is surely wrong beside a value without bounds ends the value analysis', async () => {
    const { found } = await run(`shared int a[2] = 0;
      thread P { local int i = 0, y = 0; y = y + 1; y = y - 1; if (i == 1) { y = a[i + 2] + y; } }`);
    expect(found['bounds']).toBe('safe');
  });

  it('an initial value that others follow from is chosen as the trace says', async () => {
    const { found } = await run('thread P { local int[0..3] a; local int[0..3] b = a; assert(b != 2); }');
    expect(found['assert:1']).toBe('unsafe');
  });

  it('a deadlock behind a havoc over many values is not confirmed, and not a bug', async () => {
    const text = 'thread P { local int[0..100] r = 0; atomic { havoc r; assume(r > 200); } }';
    const { found } = await run(text, { deadlock: true });
    expect(found['deadlock']).toBe('unconfirmed');
  });

  it('two havocs in a section heed the clock', async () => {
    const started = performance.now();
    const { found } = await run(
      `thread P { local int[0..10000000] r = 0, s = 0;
         atomic { havoc r; havoc s; assume(r == s + 200000000); assert(false); } }`,
      { timeoutSeconds: 1 },
    );
    expect(found['assert:2']).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('many choices in a row make a small automaton', async () => {
    const { found } = await run(
      `shared int x = 0; thread P { ${'either { } or { skip; } '.repeat(60)} x = 1; } final f: x == 1;`,
    );
    expect(found).toEqual({ f: 'safe' });
  });

  it('of two faults the one on the left happens', async () => {
    const text =
      'shared int x = 0; shared int a[2] = 0; thread P { local int r = 0, i = 9; x = 1 / r + a[i]; }';
    expect((await run(text)).found).toMatchObject({ div: 'unsafe', bounds: 'cut-off' });
  });

  it('a truth value that is evaluated before a load stays one', async () => {
    const text = `shared int x = 0; shared int a[2] = 0;
      thread P { local int r = 1; local bool b = false; b = (1 / r == 1) == (a[x] == 0); assert(b); }`;
    expect((await run(text)).found).toEqual({ 'assert:2': 'safe', div: 'safe', bounds: 'safe' });
  });

  it('labels that passes make are not the user’s', async () => {
    const { warnings } = await run(`shared int x = 0, y = 0;
      thread P { assume(x == 1); while (x == y) { x = 2; } } invariant i: x == 0;`);
    expect(warnings.filter((w) => w.includes('again'))).toEqual([]);
  });

  it('a labelled loop without test takes a step', async () => {
    const { found } = await run(`shared int x = 0;
      thread P { L: while (true) { x = 1; assume(false); } } invariant i: P at L || x == 1;`);
    expect(found['i']).toBe('unsafe');
  });
});
