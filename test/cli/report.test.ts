import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({ 'sb.fp': storeBuffering, 'wrong.fp': 'shared int x = ;' });
const program = join(folder, 'sb.fp');

describe('verify --report', () => {
  it('writes a page beside what it prints, under each model that was asked for', async () => {
    const page = join(folder, 'all.html');
    const { code, stdout, stderr } = await inProcess(['verify', program, '--all-models', '--report', page]);
    expect([code, stderr]).toEqual([10, '']);
    expect(stdout).toContain('VERDICT: UNSAFE property sb');
    const text = readFileSync(page, 'utf8');
    expect(text.match(/<section class="model"/g)).toHaveLength(3);
    expect(text.match(/<details class="run"/g)).toHaveLength(2);
    expect(text).toContain('<figcaption>P</figcaption>');
    // Nothing is left of how it was written.
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('shows of a proof what it is by', async () => {
    const page = join(folder, 'safe.html');
    await inProcess(['verify', 'samples/discovery/counter.fp', '--model', 'tso', '--report', page]);
    const text = readFileSync(page, 'utf8');
    expect(text).toContain('The proof is by these predicates');
    expect(text).toContain('<code>shown &gt;= 0</code>');
    expect(text).not.toContain('class="run"');
  });

  it.each([
    ['a folder that is not there', () => join(folder, 'nowhere', 'x.html'), 'cannot write'],
    ['a folder', () => folder, 'cannot write'],
    ['the program itself', () => program, 'the output would overwrite the input'],
    ['a path through a file', () => join(program, 'x.html'), 'cannot write'],
  ])('refuses %s before it begins', async (_, path, why) => {
    const { code, stdout, stderr } = await inProcess(['verify', program, '--report', path()]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(why);
    expect(stdout).not.toContain('SAFE');
    expect(readFileSync(program, 'utf8')).toBe(storeBuffering);
  });

  it('writes nothing about what it cannot read, and leaves what was there', async () => {
    const page = join(folder, 'kept.html');
    writeFileSync(page, 'as it was');
    const { code } = await inProcess(['verify', join(folder, 'wrong.fp'), '--report', page]);
    expect(code).toBe(2);
    expect(readFileSync(page, 'utf8')).toBe('as it was');
  });
});

describe('litmus --report', () => {
  it('writes one page about all tests', async () => {
    mkdirSync(join(folder, 'tests'), { recursive: true });
    const page = join(folder, 'tests', 'litmus.html');
    const tests = ['sb', 'legacy'].map((name) => `test/fixtures/litmus/${name}.litmus`);
    const { code } = await inProcess(['litmus', ...tests, '--model', 'sc,tso', '--report', page]);
    expect(code).toBe(0);
    expect(readFileSync(page, 'utf8').match(/<section class="model"/g)).toHaveLength(2);
  });

  it('refuses what cannot be written', async () => {
    const page = join(folder, 'nowhere', 'x.html');
    const { code, stdout } = await inProcess(['litmus', 'test/fixtures/litmus/sb.litmus', '--report', page]);
    expect([code, stdout.includes('Observation'), existsSync(page)]).toEqual([2, false, false]);
  });
});
