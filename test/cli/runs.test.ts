import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../support/root.js';
import { fencepost } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = join(root, 'test', 'golden', 'runs');
const cases = readdirSync(folder).flatMap((file) =>
  file.endsWith('.args') ? [file.slice(0, -'.args'.length)] : [],
);

/** Without what it took. */
const lasting = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/ \d+ MB$/.test(line))
    .join('\n');

describe('how runs are told', () => {
  it.each(cases)('%s', async (name) => {
    const argv = readFileSync(join(folder, `${name}.args`), 'utf8')
      .trim()
      .split(' ');
    const told = lasting((await inProcess(argv)).stdout);
    const path = join(folder, `${name}.expect.txt`);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, told);
    expect(told).toBe(readFileSync(path, 'utf8'));
  });

  it('stays within the width', async () => {
    for (const name of cases) {
      const [, ...lines] = readFileSync(join(folder, `${name}.expect.txt`), 'utf8').split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it.each(['text', 'short', 'full'])(
    'tells a run of a litmus test and of evidence, too: %s',
    async (form) => {
      const test = 'test/fixtures/litmus/sb.litmus';
      const told = await inProcess(['litmus', test, '--model', 'sc,tso', '--trace', form]);
      expect(told.stdout.match(/^because {4}P0 read y/gm)).toHaveLength(1);
      const evidence = join(mkdtempSync(join(tmpdir(), 'fencepost-')), 'mp.json');
      await inProcess(['verify', 'samples/litmus/mp.fp', '--model', 'pso', '--evidence', evidence]);
      const replayed = await inProcess(['replay', evidence, '--trace', form]);
      expect(replayed.stdout).toMatch(/^because {4}Reader read data[^]*ACCEPTED$/m);
      rmSync(dirname(evidence), { recursive: true });
    },
  );

  it('hears how wide it is to be', async () => {
    const argv = ['verify', 'samples/mutex/peterson.fp', '--model', 'pso'];
    const [wide, narrow] = await Promise.all(
      ['160', '64'].map((COLUMNS) => fencepost(argv, { env: { COLUMNS } })),
    );
    expect(wide?.stdout).toMatch(/^ #  line  P\(0\) +P\(1\) +buffers$/m);
    expect(narrow?.stdout).toMatch(/^ #  line  thread  action$/m);
    for (const line of (narrow?.stdout ?? '').split('\n').slice(1))
      expect(line.length).toBeLessThanOrEqual(64);
  });
});
