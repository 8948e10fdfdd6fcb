import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../../support/root.js';

const table = 'src/abstraction/discover/strategies/index.ts';

const row = `  {
    name: 'drilled',
    summary: 'what itp says, told from the violation back',
    load: async () => (await import('./drilled.js')).drilled,
  },
`;

const file = `import type { RefinementStrategy } from '../spurious-path.js';
import { itp } from './itp.js';

export const drilled: RefinementStrategy = async (path) => (await itp(path))?.toReversed() ?? null;
`;

/** A copy of the tree, built, in which there is one more strategy: a file and a row. */
describe('a new strategy costs a file and a row', () => {
  const copy = mkdtempSync(join(tmpdir(), 'fencepost-drill-'));
  afterAll(() => rmSync(copy, { recursive: true }));

  function run(args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  }
  let built = '';
  const cli = 'dist/bin/fencepost.js';
  const sample = 'samples/discovery/counter.fp';

  beforeAll(() => {
    for (const part of ['src', 'passes', 'tools', 'test/support', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    for (const part of ['node_modules', 'samples']) symlinkSync(join(root, part), join(copy, part));
    const path = join(copy, table);
    const end = '] as const satisfies';
    writeFileSync(path, readFileSync(path, 'utf8').replace(end, `${row}${end}`));
    writeFileSync(join(copy, table.replace('index.ts', 'drilled.ts')), file);
    built = run(['node_modules/typescript/bin/tsc', '-p', '.', '--declaration', 'false']);
    built += run(['tools/bundle.mjs']);
  });

  it('for the compiler', () => expect(built).toBe(''));

  it('for the help', () => {
    expect(run([cli, 'verify', '--help']).replaceAll(/\s+/g, ' ')).toContain('drilled (what itp says, told');
  });

  it('for proofs and what is told of them', () => {
    const told = run([cli, 'verify', sample, '--engine', 'abstract', '--refine', 'drilled', '--verbose']);
    expect(told).toContain('(drilled, behind Counter');
    expect(told).toContain('VERDICT: SAFE');
  });

  it('for comparisons', () => {
    const told = run([cli, 'compare', sample, '--models', 'sc', '--refine', 'itp,drilled']);
    expect(told.split('\n').filter((line) => /\bdrilled\b.*\bsafe\b/.test(line))).toHaveLength(1);
  });

  it('for the benchmark', () => {
    const told = run([
      'dist/tools/bench/main.js',
      'strategies',
      '--programs',
      'mutex/dekker',
      '--models',
      'sc',
    ]);
    expect(told).toContain('drilled');
  });
});
