import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { nothingAsked } from '../../../src/compare/asked-way.js';
import type { RunJob } from '../../../src/compare/run-plan.js';
import { sessionHere } from '../../../src/compare/host.js';
import { lineOf } from '../../../src/compare/run-record.js';
import type { RunRecord } from '../../../src/compare/run-record.js';
import { shardOf } from '../../../src/compare/shards/shard-of.js';
import { toTable } from '../../../src/library/comparison-table.js';
import { recordingAt } from '../../../src/library/comparison-record.js';
import { mergedComparison, mergedRecordings } from '../../../src/library/merging.js';
import { verifyDocument } from '../../../src/report/report-json.js';
import { blankReport } from '../../../src/ask/report.js';
import { digest } from '../../../src/support/digest.js';
import { Random } from '../../support/random.js';
import { inProcess } from '../../cli/in-process.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-shards-'));
afterAll(() => rmSync(folder, { recursive: true }));

const limits = { timeoutSeconds: 10, memoryMB: null };
const jobs: readonly RunJob[] = Array.from({ length: 2 }, (_, repeat) =>
  Array.from({ length: 30 }, (_unused, index) => ({
    ...{ key: digest(String(index)), repeat, limits, place: repeat * 30 + index },
    run: {
      file: `p${index % 10}.fp`,
      model: ['sc', 'tso', 'pso'][index % 3] ?? '',
      way: nothingAsked,
      part: null,
      words: [],
    },
  })),
).flat();

const recordOf = (
  { key, repeat, run, place }: RunJob,
  verdict: 'safe' | 'unsafe' | 'unknown' = (place % 30) % 4 === 0 ? 'unsafe' : 'safe',
  version = '1.0.0',
): RunRecord => ({
  ...{ key, repeat, session: null, limits, asked: run, place },
  cost: { wallSeconds: 1 + place, cpuSeconds: 1, peakMemoryMB: 50 },
  document: verifyDocument(
    { ...blankReport(run.file), model: run.model, engine: 'explicit', verdict },
    version,
  ),
});

function written(name: string, records: readonly RunRecord[]): string {
  const path = join(folder, name);
  writeFileSync(path, records.map((record) => `${lineOf({ kind: 'run', record })}\n`).join(''));
  return path;
}

const noWarning = (text: string): void => {
  throw new Error(text);
};

describe('shards', () => {
  const random = new Random(7);
  const times = new Map(jobs.map(({ key }) => [key, random.below(1000) / 10]));
  const some = new Map([...times].filter((_, index) => index % 3 === 0));

  it.each<[string, (job: RunJob) => number | null]>([
    ['without times', () => null],
    ['with times', ({ key }) => times.get(key) ?? null],
    ['with times of some', ({ key }) => some.get(key) ?? null],
  ])('%s are all runs, each once, whatever the order of the plan', (_name, timeOf) => {
    for (const count of [1, 2, 3, 4, 7, 50]) {
      const shards = Array.from({ length: count }, (_, i) => shardOf(jobs, { index: i + 1, count }, timeOf));
      expect(new Set(shards.flat())).toEqual(new Set(jobs));
      expect(shards.flat()).toHaveLength(jobs.length);
      const turned = shardOf(jobs.toReversed(), { index: 1, count }, timeOf);
      expect(new Set(turned)).toEqual(new Set(shards[0]));
    }
  });

  it('take as long each: what is longest comes first', () => {
    const load = (shard: readonly RunJob[]): number =>
      shard.filter(({ repeat }) => repeat === 0).reduce((sum, { key }) => sum + (times.get(key) ?? 0), 0);
    const loads = [1, 2, 3, 4].map((index) =>
      load(shardOf(jobs, { index, count: 4 }, ({ key }) => times.get(key) ?? null)),
    );
    const mean = loads.reduce((sum, each) => sum + each, 0) / 4;
    // Graham: no more than the mean and the longest; here much less, as most are short.
    expect(Math.max(...loads)).toBeLessThan(1.1 * mean);
    const blind = [1, 2, 3, 4].map((index) => load(shardOf(jobs, { index, count: 4 }, () => null)));
    expect(Math.max(...blind)).toBeGreaterThan(Math.max(...loads));
  });
});

describe('merge', () => {
  const whole = written(
    'whole.jsonl',
    jobs.map((job) => recordOf(job)),
  );
  const shards = [1, 2, 3, 4].map((index) =>
    // As they end, which is in any order.
    written(
      `shard-${index}.jsonl`,
      shardOf(jobs, { index, count: 4 }, () => null)
        .toReversed()
        .map((job) => recordOf(job)),
    ),
  );
  const table = (paths: readonly string[]): string =>
    toTable(mergedComparison(mergedRecordings(paths, noWarning)), 'csv');

  it('makes of four shards what one comparison would have been', () => {
    expect(table(shards)).toBe(table([whole]));
    expect(table(shards.toReversed()).trimEnd().split('\n')).toHaveLength(31);
  });

  it('writes a recording that holds the same', async () => {
    const path = join(folder, 'all.jsonl');
    const { code, stdout } = await inProcess(['merge', ...shards, '-o', path]);
    expect([code, stdout]).toEqual([0, '']);
    expect(table([path])).toBe(table([whole]));
    expect((await inProcess(['merge', path, '--format', 'csv'])).stdout.trimEnd()).toBe(
      table([whole]).trimEnd(),
    );
  });

  it('tells of a shard that is not there', async () => {
    const session = { ...sessionHere('1.0.0', [], 1, { planned: jobs.length }), id: 'planner' };
    const planned = join(folder, 'planned.jsonl');
    writeFileSync(planned, `${lineOf({ kind: 'session', session })}\n`);
    const whole4 = await inProcess(['merge', ...shards, planned]);
    expect([whole4.code, whole4.stderr]).toEqual([0, '']);
    const some = [...shards.slice(1), planned];
    const there = some.slice(0, 3).flatMap((path) => [...recordingAt(path, noWarning).records]).length;
    for (const more of [[], ['-o', join(folder, 'some.jsonl')]]) {
      const { code, stderr } = await inProcess(['merge', ...some, ...more]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`${jobs.length - there} of ${jobs.length} runs are missing`),
      ]);
    }
  });

  it('takes a run that several have once, and an answer before none', () => {
    const [first] = jobs;
    if (first === undefined) throw new Error('there are jobs');
    const open = written('open.jsonl', [recordOf(first, 'unknown')]);
    expect(table([...shards, open])).toBe(table([whole]));
    expect(table([open, ...shards])).toBe(table([whole]));
  });

  it.each<[string, readonly RunRecord[], number, string]>([
    ['other versions', jobs.slice(0, 1).map((job) => recordOf(job, 'safe', '2.0.0')), 2, 'several versions'],
    [
      'answers that contradict',
      jobs.slice(1, 2).map((job) => recordOf(job, 'unsafe')),
      70,
      'contradict each other',
    ],
    [
      'repetitions that contradict',
      jobs.slice(31, 32).map((job) => ({ ...recordOf(job, 'unsafe'), repeat: 5 })),
      ...([70, 'contradict each other'] as const),
    ],
    [
      'answers about other contents of a file',
      jobs.slice(0, 1).map((job) => ({ ...recordOf(job), key: digest('another content') })),
      ...([2, 'p0.fp sc: some of these recordings are of other contents'] as const),
    ],
  ])('refuses %s', async (_name, records, expected, told) => {
    const other = written('other.jsonl', records);
    const out = join(folder, 'never.jsonl');
    const { code, stderr } = await inProcess(['merge', ...shards, other, '-o', out]);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(told)]);
    expect((await inProcess(['merge', out])).stderr).toContain(`${out} is no recording of compare`);
  });
});

it.each(['0/4', '5/4', '1', '1/0', 'a/b', '1/4/2'])('--shard %s is refused', async (text) => {
  const { code, stderr } = await inProcess(['compare', 'samples/litmus/sb.fp', '--shard', text]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('which one of how many')]);
});
