import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { VerifyReport } from '../../../src/ask/report.js';
import { usualOptions } from '../../../src/ask/verify-options.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

const verified = async (text: string, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> => {
  const path = join(folder, 'program.fp');
  writeFileSync(path, text);
  return verifyPath(path, { engine: 'auto', timeoutSeconds: 60, ...options });
};

const counting = (limit: string): string => `
  shared int x = 0;
  thread P { local int i = 0; while (${limit}) { i = i + 1; x = i; } }
  invariant low: x >= 0;
  invariant high: x < 1000;
`;

const endless = `
  shared int x = 0;
  thread P { local int i = 0; while (true) { i = i + 1; x = i; } }
  invariant x >= 0;
`;

describe('auto, of programs with integers without predicates', () => {
  it('finds predicates where states have no end, after it has met short violations', async () => {
    const { engine, properties, discovery } = await verified(counting('true'));
    expect(engine).toBe('abstract');
    expect(properties.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(['low safe', 'high unsafe']);
    expect(discovery?.found).toBeGreaterThan(0);
  });

  it('goes through all states where these have an end', async () => {
    const { engine, properties } = await verified(counting('i < 999'));
    expect([engine, ...properties.map(({ verdict }) => verdict)]).toEqual(['explicit', 'safe', 'safe']);
  });

  it('finds predicates at once where variables begin with any integer', async () => {
    const { engine, verdict } = await verified(`
      shared int max;
      thread P { local int v = 0; while (true) { havoc v; assume(v > max); max = v; assert(max == v); } }
    `);
    expect([engine, verdict]).toEqual(['abstract', 'safe']);
  });

  it('finds predicates where the explicit engine refuses a variable without a value', async () => {
    const { engine, verdict } = await verified(`
      shared int x = 0;
      thread P { local int most; while (x < most) { x = x + 1; } assert(x >= 0); }
    `);
    expect([engine, verdict]).toEqual(['abstract', 'safe']);
  });

  it('finds predicates where numbers are too large for the explicit engine', async () => {
    const { engine, verdict } = await verified(`
      shared int x = 1, y = 0;
      thread P { while (true) { y = x; x = x + y; assert(x > y); } }
    `);
    expect([engine, verdict]).toEqual(['abstract', 'safe']);
  });

  it('says nothing of cells that are not there', async () => {
    const { properties } = await verified(`
      shared int f[1] = 0;
      shared int x = 0, c = 0;
      thread P(me: 0..1) { x = f[me] + 1; }
      thread R { while (true) { c = c + 1; } }
      invariant x >= 0;
    `);
    expect(properties.find(({ kind }) => kind === 'bounds')?.verdict).toBe('unsafe');
  });

  it.each([
    'shared int[0..3] y = 0; thread P { y = 1152921504606846976; }',
    'shared int[0..3] y = 0; thread P { local int[0..3] r = 1; y = r + 9007199254740992; }',
    'shared int f[2] = 0; thread P { local int[0..3] r = 0; havoc r; f[r * 1152921504606846976] = 1; }',
    'shared int y = 0; thread P { local int r = 0; y = 5 / (r + 9007199254740993 - 9007199254740994 + 1); }',
  ])('never calls faults of numbers beyond 2^53 safe: %s', async (text) => {
    expect((await verified(text)).verdict).not.toBe('safe');
    expect((await verified(text, { engine: 'abstract' })).verdict).toBe('unsafe');
  });

  it('looks for none where that is not wanted', async () => {
    const discovery = { ...usualOptions.discovery, discover: 'none' } as const;
    const { engine, reason } = await verified(endless, { memoryMB: 16, discovery });
    expect([engine, reason]).toEqual(['explicit', 'memory']);
  });

  it('tells what predicates did not suffice for where nobody has an answer', async () => {
    const { engine, reason, discovery } = await verified(endless, {
      memoryMB: 300,
      discovery: { ...usualOptions.discovery, maxPredicates: 1 },
    });
    expect([engine, reason]).toEqual(['abstract', 'spurious']);
    expect(discovery).not.toBeNull();
  });
});
