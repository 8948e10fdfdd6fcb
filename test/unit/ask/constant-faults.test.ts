import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(text: string, modelName = 'pso') {
  const path = join(folder, 't.fp');
  writeFileSync(path, text);
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`no model ${modelName}`);
  return verifyPath(path, { model });
}

const declarations = `shared int x = 1, a[2] = 0; shared int[0..3] y = 0; shared bool w[Q] = false;
  thread Q(me: 1..2) { w[me] = true; }`;

/** A statement that goes wrong where it stands, and what it violates. */
const faults = [
  ['div', 'x = 1 / 0;'],
  ['div', 'x = x % (2 - 2);'],
  ['div', 'r = a[1 / 0];'],
  ['div', 'while (1 / 0 == 1) { x = 2; }'],
  ['div', 'if (x == 2 || 1 % 0 == 0) { x = 2; }'],
  ['div', 'assert(1 / 0 == 1);'],
  ['div', 'assume(x == 1 / 0);'],
  ['div', 'r = fetch_add(x, 1 / 0);'],
  ['bounds', 'a[2] = 1;'],
  ['bounds', 'a[-1] = 1;'],
  ['bounds', 'r = a[2];'],
  ['bounds', 'x = x + a[2] + x;'],
  ['bounds', 'a[7] = x + y;'],
  ['bounds', 'w[0] = true;'],
  ['bounds', 'if (w[3]) { x = 2; }'],
  ['bounds', 'r = cas(a[2], 0, 1);'],
  ['bounds', 'r = xchg(x, a[2]);'],
  ['bounds', 'atomic { x = 2; a[2] = 1; }'],
  ['bounds', 'locked { r = a[9]; a[9] = r; }'],
  ['range', 'y = 4;'],
  ['range', 'y = 0 - 1;'],
  ['range', 'small = 2;'],
  ['range', 'r = xchg(y, 4);'],
  ['range', 'r = cas(y, 0, 7);'],
  ['range', 'atomic { y = 99999999999; }'],
] as const;

describe('a constant fault in a statement', () => {
  it.each(faults)('violates %s where the program gets there: %s', async (property, stmt) => {
    const locals = 'local int r = 0; local int[0..1] small = 0;';
    const report = await run(`${declarations} thread P { ${locals} x = 1; Here: ${stmt} }`);
    expect(report.errors).toEqual([]);
    expect(report.warnings.map((d) => d.message).filter((m) => m.includes(`\`${property}\``))).not.toEqual(
      [],
    );
    expect([report.verdict, report.property]).toEqual(['unsafe', property]);
    const found = report.properties.find((p) => p.name === property);
    expect(found?.trace?.steps.at(-1)?.thread).toBe('P');
  });

  it.each(faults)('does not matter where the program never gets: %s: %s', async (property, stmt) => {
    const locals = 'local int r = 0; local int[0..1] small = 0;';
    const report = await run(`${declarations} thread P { ${locals} if (y == 2) { ${stmt} } }`);
    expect(report.warnings.map((d) => d.code).filter((c) => /^W60[678]$/.test(c))).not.toEqual([]);
    expect(report.properties.map((p) => p.name)).toContain(property);
    expect(report.verdict).toBe('safe');
  });

  it('is found behind a jump into what a constant test seems to rule out', async () => {
    const text = 'shared int a[2] = 0; thread P { goto Inside; if (false) { Inside: a[2] = 1; } }';
    expect(await run(text)).toMatchObject({ verdict: 'unsafe', property: 'bounds' });
  });

  it('may be reached under a weak model only', async () => {
    const text = `shared int x = 0, y = 0, a[1] = 0;
      thread P { local int r = 0; x = 1; r = y; if (r == 0 && a[0] == 1) { a[1] = 2; } }
      thread Q { local int r = 0; y = 1; r = x; if (r == 0) { a[0] = 1; } }`;
    expect((await run(text, 'sc')).verdict).toBe('safe');
    expect(await run(text, 'tso')).toMatchObject({ verdict: 'unsafe', property: 'bounds' });
  });
});

it('an index into an array of a process may be beyond the last', async () => {
  const text = `shared bool w[R] = false; process R(me) { w[me] = true; }
    thread P { w[0] = true; }`;
  const path = join(folder, 'process.fp');
  writeFileSync(path, text.replace('w[0]', 'w[1]'));
  const few = await verifyPath(path, { procs: 1 });
  expect(few).toMatchObject({ verdict: 'unsafe', property: 'bounds', warnings: [] });
  expect(await verifyPath(path, { procs: 2 })).toMatchObject({ verdict: 'safe' });
});
