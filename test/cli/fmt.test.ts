import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inProcess } from './in-process.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-fmt-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = 'thread P{\n skip ; }\n';
const styled = 'thread P {\n  skip;\n}\n';

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('fmt', () => {
  it('prints a program in one style', async () => {
    const path = file('a.fp', written);
    expect(await inProcess(['fmt', path])).toEqual({ code: 0, stdout: styled, stderr: '' });
    expect(readFileSync(path, 'utf8')).toBe(written);
  });

  it('names files that are written otherwise', async () => {
    const [a, b] = [file('a.fp', written), file('b.fp', styled)];
    expect(await inProcess(['fmt', '--check', a, b])).toEqual({ code: 10, stdout: `${a}\n`, stderr: '' });
    expect(await inProcess(['fmt', '--check', b])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('writes files anew', async () => {
    const [a, b] = [file('a.fp', written), file('b.fp', styled)];
    expect(await inProcess(['fmt', '--write', a, b])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect([a, b].map((path) => readFileSync(path, 'utf8'))).toEqual([styled, styled]);
  });

  it('writes nothing where one of the files has an error', async () => {
    const [a, b] = [file('a.fp', written), file('b.fp', 'thread P { skip }\n')];
    const { code, stderr } = await inProcess(['fmt', '--write', a, b]);
    expect(code).toBe(2);
    expect(stderr).toContain('b.fp:1:17: error: expected `;`');
    expect(readFileSync(a, 'utf8')).toBe(written);
  });

  it.each([
    ['a program of another language', ['samples/boolean/test-and-set.bl'], 'is no .fp program'],
    ['two wishes', ['--check', '--write', 'a.fp'], 'exclude each other'],
    ['to write what has no file', ['--write', '-'], '--write needs files'],
    ['a file that is not there', ['nowhere.fp'], 'E001'],
  ])('refuses %s', async (_name, words, why) => {
    const { code, stderr } = await inProcess(['fmt', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});
