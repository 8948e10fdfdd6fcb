import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../support/golden.js';
import { list, member, number, text } from '../../../tools/corpus/json.js';

const tests = join(root, 'dist', 'test');

/** The compiled tests that look into the corpus. */
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => /\bcorpusFolder\(/.test(readFileSync(join(tests, file), 'utf8')));

/** Runs only what names the corpus: the rest of the files has its turn in this run. */
function runWithout(folder: string): unknown {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings', jest, '--json', '--reporters=default'];
  const asked = ['--runTestsByPath', ...files.map((file) => join(tests, file)), '-t', 'FENCEPOST_CORPUS'];
  const env = { ...process.env, FENCEPOST_CORPUS: folder };
  const { stdout } = spawnSync(process.execPath, [...flags, ...asked], { cwd: root, env, encoding: 'utf8' });
  return JSON.parse(stdout);
}

describe('where there is no corpus', () => {
  let result: unknown;
  let results: readonly unknown[] = [];
  beforeAll(() => {
    result = runWithout('/nonexistent');
    results = list(member(result, 'testResults'));
  });

  it('no test needs it', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(results).toHaveLength(files.length);
    const failed = results.filter((file) => text(file, 'status') === 'failed');
    expect(failed.map((file) => `${text(file, 'name')}: ${text(file, 'message')}`)).toEqual([]);
    expect(number(result, 'numPassedTests')).toBe(0);
  });

  it('every file says which folder it misses', () => {
    const told = results.map((file) =>
      list(member(file, 'assertionResults')).some((test) =>
        /FENCEPOST_CORPUS.* need \/nonexistent\/.* is missing$/.test(text(test, 'fullName')),
      ),
    );
    expect(told).toEqual(files.map(() => true));
  });
});
