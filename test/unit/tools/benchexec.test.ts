import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { tellSkipped } from '../../support/skipped.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) tellSkipped('python3', 'tests of the BenchExec module');

const folder = mkdtempSync(join(tmpdir(), 'fencepost-benchexec-'));
afterAll(() => rmSync(folder, { recursive: true }));

(hasPython ? describe : describe.skip)('the module for BenchExec', () => {
  it('does what its interface asks', () => {
    const { status, stderr } = spawnSync('python3', ['tools/benchexec/check_toolinfo.py'], {
      encoding: 'utf8',
    });
    expect([stderr.trimEnd().split('\n').at(-1), status]).toEqual(['OK', 0]);
  });
});

describe('for BenchExec', () => {
  it('each sample is a task with the verdicts that are known', () => {
    const out = join(folder, 'tasks');
    expect(spawnSync(process.execPath, ['dist/tools/benchexec/main.js', out]).status).toBe(0);
    const tasks = readFileSync(join(out, 'tasks.set'), 'utf8').trim().split('\n');
    const samples = new Set(
      readFileSync('samples/verdicts.tsv', 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0]),
    );
    expect(tasks).toHaveLength(samples.size);
    const text = readFileSync(join(out, 'litmus-sb.fp.yml'), 'utf8');
    expect(text).toMatch(/^input_files: '.*samples\/litmus\/sb\.fp'$/m);
    const verdicts = [...text.matchAll(/property_file: (\w+)\.prp\n {4}expected_verdict: (\w+)/g)];
    expect(verdicts.map(([, model, holds]) => `${model} ${holds}`)).toEqual([
      ...['sc true', 'tso false', 'pso false'],
    ]);
    // One property is not known to hold there, so nothing is said of all.
    expect(readFileSync(join(out, 'discovery-running-sum.fp.yml'), 'utf8')).not.toContain('pso.prp');
    expect(readFileSync(join(out, 'fencepost.xml'), 'utf8')).toContain('tool="toolinfo.fencepost"');
  });
});
