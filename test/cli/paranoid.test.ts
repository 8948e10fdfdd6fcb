import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { VerifyReport } from '../../src/ask/report.js';
import { checkedAnswer } from '../../src/library/paranoid.js';
import { verifyGiven } from '../../src/library/asking.js';
import { tso } from '../../src/memory/tso.js';
import { Stopped } from '../../src/search/limits.js';
import { invariant } from '../../src/support/invariant.js';
import { writeWhole } from '../../src/cli/write-file.js';
import { root } from '../support/root.js';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';

const peterson = join(root, 'samples/mutex/peterson-fenced.fp');
const folder = folderWith({
  'sb.fp': storeBuffering,
  // What fails under both is the same, and nobody shows that.
  'failing.fp': 'shared int x = 0; thread P { x = 1; assert(false); }\n',
});
const at = (name: string): string => join(folder, name);

const given = new Map<string, readonly string[]>([
  ['model', ['tso']],
  ['paranoid', []],
]);

async function answerFor(path: string): Promise<VerifyReport> {
  return verifyGiven({ path }, given, {
    signal: new AbortController().signal,
    progress: () => undefined,
  });
}

const checkedWith = (run: VerifyReport, watch = (): void => {}) =>
  checkedAnswer(run, { given, model: tso, watch, write: (path, text) => writeWhole(path, text, run.file) });

describe('--paranoid', () => {
  it('gives an answer that was checked', async () => {
    const safe = await fencepost(['verify', peterson, '--model', 'tso', '--paranoid']);
    expect(safe.stderr).toMatch(/checked: (\d+) of \1 obligations held/);
    expect(safe.stdout).toContain('VERDICT: SAFE');
    expect(safe.code).toBe(0);
    const unsafe = await fencepost(['verify', at('sb.fp'), '--all-models', '--paranoid']);
    expect(unsafe.stderr).toContain('checked: 1 of 1 obligation held');
    expect(unsafe.code).toBe(10);
  });

  it('gives none that nothing is shown for', async () => {
    const { code, stdout } = await fencepost([
      ...['verify', at('failing.fp'), '--model', 'pso', '--robust', 'state', '--paranoid'],
    ]);
    expect(stdout).toContain('VERDICT: UNKNOWN');
    expect(code).toBe(20);
  });

  it('keeps both files where the check disagrees', async () => {
    const run = await answerFor(peterson);
    const { proof } = run;
    invariant(typeof proof === 'object' && 'cover' in proof, 'it is safe, by its states');
    const parts = proof.cover.parts.map((part) => part.slice(1));
    const { run: told } = await checkedWith({
      ...run,
      proof: { ...proof, cover: { ...proof.cover, parts } },
    });
    expect(told).toMatchObject({ verdict: null, reason: 'bug', trace: null });
    const note = told.errors[0]?.note ?? '';
    const kept = /files in (\S+)$/.exec(note)?.[1] ?? '';
    expect(existsSync(join(kept, 'evidence.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(kept, 'answer.json'), 'utf8'))).toMatchObject({ verdict: 'safe' });
    rmSync(kept, { recursive: true });
  });

  it('gives none when the time is over before the check is', async () => {
    const run = await answerFor(peterson);
    const { run: told } = await checkedWith(run, () => {
      throw new Stopped({ reason: 'timeout', why: 'the time is over' });
    });
    expect(told).toMatchObject({ verdict: 'unknown', reason: 'timeout' });
    expect(told.properties.every(({ verdict }) => verdict === 'unknown')).toBe(true);
  });
});
