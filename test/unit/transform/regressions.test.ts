import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { compareCounters } from '../../support/plain/compare-counters.js';
import { parseFp } from '../../support/parse-fp.js';
import { PlainSemantics } from '../../support/plain/plain-semantics.js';
import { transformPath } from '../../support/transform-path.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

const loop = 'D: goto D;';

/** Each with the verdicts of its first property in the export, at bound 1, under tso and pso; argued for beside. */
const programs: readonly (readonly [string, string, string, string])[] = [
  [
    // A label holds until its statement is done; a fence is a step even where nothing waits.
    'a fence without a buffer is a step',
    `shared int x = 0; thread P { local int r = 0; A: r = x; fence; B: r = x; goto A; } thread Q { x = 1; }
     invariant here: P at A || P at B;`,
    'unsafe',
    'unsafe',
  ],
  [
    'so is fence(ww), whether it has an effect or not',
    `shared int x = 0, y = 0; thread P { A: x = 1; fence(ww); B: y = 1; C: goto C; }
     invariant here: P at A || P at B || P at C;`,
    'unsafe',
    'unsafe',
  ],
  [
    'a label holds while loads of its statement are still to come',
    `shared int x = 0, y = 0; thread P { local int r = 0; L: r = x + y; M: goto M; } thread Q { x = 1; }
     invariant here: P at L || P at M;`,
    'safe',
    'safe',
  ],
  [
    'a label of a loop holds while its test is made',
    `shared int[0..1] x = 0; thread P { A: x = 0; B: while (x == 0) { C: skip; } }
     invariant here: P at A || P at B || P at C;`,
    'safe',
    'safe',
  ],
  [
    'an overflow leaves its thread where it is',
    `shared int x = 0; thread P { A: x = 1; B: x = 2; C: x = 3; ${loop} }
     invariant here: P at A || P at B || P at C || P at D;`,
    'safe',
    'safe',
  ],
  [
    'an overflow inside a section shows nothing of it: locals',
    'shared int x = 0, y = 0; thread P { local int r = 0; atomic { r = 5; x = 1; y = 2; r = 0; } } invariant here: P.r == 0;',
    'safe',
    'safe',
  ],
  [
    'an overflow inside a section shows nothing of it: memory',
    `shared int x = 0, y = 0, z = 0; thread P { atomic { x = 1; x = 1; y = 1; locked { z = 1; } } }
     thread Q { local int r = 0; r = x; if (r == 1) { r = 1 - z; } assert(r != 1); r = 1 / (1 - r); }
     invariant here: x == 1 -> z == 1;`,
    'safe',
    'safe',
  ],
  [
    'a section that blocks behind an overflow is not taken',
    `shared int x = 0, y = 0, z = 0; thread P { atomic { x = 1; x = 2; y = 1; assume(z == 1); } }
     thread Q { local int r = 0; r = x; assert named: r == 0; } invariant here: x == 0;`,
    'safe',
    'safe',
  ],
];

function named(name: string): MemoryModel {
  const model = modelNamed(name);
  if (model === null) throw new Error(`no model ${name}`);
  return model;
}

async function verdictOfExport(text: string, model: MemoryModel) {
  const path = join(folder, 'source.fp');
  writeFileSync(path, text);
  const exported = join(folder, 'exported.fp');
  writeFileSync(exported, await transformPath({ path, model, bound: 1, to: 'fp' }));
  const { properties } = await verifyPath(exported, { deadlock: true });
  return properties;
}

describe('an exported program', () => {
  it.each(programs)('%s', async (_, text, tso, pso) => {
    for (const [name, expected] of [
      ['tso', tso],
      ['pso', pso],
    ] as const) {
      const properties = await verdictOfExport(text, named(name));
      expect([name, properties.find((p) => p.name === 'here')?.verdict]).toEqual([name, expected]);
      const others = properties.filter((p) => !['here', 'overflow', 'deadlock'].includes(p.name));
      expect(others.filter((p) => p.verdict === 'unsafe')).toEqual([]);
    }
  });

  it('calls the assertion of the buffers by another name where the user has the name', async () => {
    const path = join(folder, 'named.fp');
    writeFileSync(path, 'shared int y = 0; thread P { y = 1; } invariant overflow: y != 1;');
    const text = await transformPath({ path, model: named('tso'), bound: 1, to: 'fp' });
    expect(text).toContain('The assertion overflow_2 is not of the source');
    expect(text).toContain('assert overflow_2: false;');
    const toC = await transformPath({ path, model: named('tso'), bound: 1, to: 'c' });
    expect(toC).toContain('assert overflow_2: the bound of the store buffers is too small');
  });

  it.each([
    ['a buffer that is too long', 'shared int x = 0; thread P { x = 1; }', 101],
    ['too many cells', 'shared int a[300] = 0; thread P { local int i = 0; a[i] = 1; }', 1],
  ])('refuses %s', async (_, text, bound) => {
    const path = join(folder, 'large.fp');
    writeFileSync(path, text);
    await expect(transformPath({ path, model: named('pso'), bound, to: 'fp' })).rejects.toThrow('the most');
  });
});

describe('runs led back', () => {
  it.each([
    'shared int x = 0, y = 0; thread P { x = 1; either { fence(ww); } or { skip; } y = 1; } invariant i: y == 0 || x == 1;',
    'shared int x = 0, y = 0; thread P { atomic { x = 1; locked { } } } thread Q { y = 1; } invariant i: y == 0;',
    'shared int x = 0, y = 0, z = 0; thread P { x = 1; fence; locked { } z = 1; } thread Q { y = 1; } invariant i: !(z == 1 && y == 1);',
    'shared int x = 0, y = 0; thread P { x = 1; L: if (x == 1) { skip; } M: x = 1; } thread Q { y = 1; } invariant i: !(P at L && y == 1);',
    'shared int x = 0, y = 0; thread P { x = 0; if (1 / x == 1) { skip; } } thread Q { y = 1; } invariant i: y == 0;',
  ])('replay: %s', (text) => {
    const program = parseFp(text);
    const { complaints, replayed } = compareCounters(program, new PlainSemantics(program, 5000));
    expect(complaints).toEqual([]);
    expect(replayed).toBeGreaterThan(3);
  });
});
