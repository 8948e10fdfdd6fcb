import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../support/root.js';
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
});
