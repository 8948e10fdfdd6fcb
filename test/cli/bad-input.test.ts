import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';

/** Bytes that look like anything, the same at each run. */
function noise(length: number, printable: boolean): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const byte = state >>> 16;
    bytes[i] = printable ? (byte % 37 === 0 ? 10 : 33 + (byte % 94)) : byte % 256;
  }
  return bytes;
}

const folder = folderWith({
  'unknown.fp': 'shared int x = 0;\nthread P { x = yy + 1; z = 2; }\n',
  'syntax.fp': 'shared int x = 0;\nthread P { x = ; }\n',
  'empty.fp': '',
  'binary.fp': noise(5000, false),
  'noise.fp': noise(10 * 2 ** 20, true),
  'sb.fp': storeBuffering,
  'sb.xyz': storeBuffering,
  noextension: storeBuffering,
});
mkdirSync(join(folder, 'folder.fp'));

describe('bad input', () => {
  it.each([
    ['a missing file', 'nowhere.fp', [], 'there is no such file'],
    ['a directory', 'folder.fp', [], 'this is a directory'],
    ['an empty file', 'empty.fp', [], 'the file is empty'],
    ['a binary file', 'binary.fp', [], 'this is a binary file'],
    ['an unknown extension', 'sb.xyz', [], "no input language has the extension '.xyz'"],
    ['no extension', 'noextension', [], 'the file name has no extension'],
    ['an unknown language', 'sb.xyz', ['--lang', 'fpp'], 'did you mean fp?'],
    ['an unknown variable', 'unknown.fp', [], 'unknown.fp:2:16: error'],
    ['a syntax error', 'syntax.fp', [], 'syntax.fp:2:16: error'],
    ['an unknown property', 'sb.fp', ['--property', 'sbb'], 'did you mean sb?'],
    ['an unknown variable in --invariant', 'sb.fp', ['--invariant', 'w == 0'], 'unknown name'],
    ['an unknown variable in --bound', 'sb.fp', ['--model', 'pso', '--bound', 'w=1'], 'w'],
  ])('%s', async (_what, name, options, message) => {
    const file = join(folder, name);
    const text = await fencepost(['verify', file, ...options]);
    expect(text.stderr).toContain(message);
    expect(text.stderr).not.toMatch(/^ +at .*\(/m);
    expect(text.code).toBe(2);
    expect(text.stdout).toMatch(/^VERDICT: UNKNOWN (input|usage)\n$/);

    const json = await fencepost(['verify', file, '--json', ...options]);
    expect(json.code).toBe(2);
    const document: unknown = JSON.parse(json.stdout);
    expect(document).toMatchObject({ schema: 1, file, verdict: null, trace: null });
    expect(document).toHaveProperty('errors.0.message');
  });

  it('tells all errors with the source line and a caret', async () => {
    const { stderr } = await fencepost(['verify', join(folder, 'unknown.fp')]);
    expect(stderr).toContain('thread P { x = yy + 1; z = 2; }');
    expect(stderr.match(/\^+/g)).toHaveLength(2);
    expect(stderr).toContain('unknown.fp:2:16: error');
    expect(stderr).toContain('unknown.fp:2:24: error');
  });

  it('gives up on ten megabytes of noise quickly and briefly', async () => {
    const { code, stdout, stderr, taken } = await fencepost(['verify', join(folder, 'noise.fp')]);
    expect(code).toBe(2);
    expect(taken.cpuSeconds).toBeLessThan(10);
    expect(stdout.length + stderr.length).toBeLessThan(10_000);
  });

  it('is told once for all models', async () => {
    const { code, stderr } = await fencepost(['verify', join(folder, 'nowhere.fp'), '--all-models']);
    expect(code).toBe(2);
    expect(stderr.match(/no such file/g)).toHaveLength(1);
  });

  it('does not keep the other litmus tests from being run', async () => {
    const { code, stdout, stderr } = await fencepost(['litmus', join(folder, 'nowhere.litmus'), '--json']);
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere.litmus: ');
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, tests: [], errors: [{ code: 'E001' }] });
  });

  it('ends a simulation before it begins', async () => {
    const { code, stdout, stderr } = await fencepost(['simulate', join(folder, 'nowhere.fp'), '--random']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('nowhere.fp: ');
  });
});
