import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { disagreements } from '../../../src/compare/disagreements.js';
import { nothingAsked } from '../../../src/compare/asked-way.js';
import { readRecording, recordFor, RecordingWriter } from '../../../src/compare/recording.js';
import { FileContents, keyOf } from '../../../src/compare/run-key.js';
import type { AskedLimits, PlannedRun } from '../../../src/compare/run-plan.js';
import { stillHolds } from '../../../src/compare/run-record.js';
import type { FinishedRun, RunRecord } from '../../../src/compare/run-record.js';
import { summaries } from '../../../src/compare/summary.js';
import { at } from '../../../src/support/invariant.js';
import { folderWith } from '../../cli/fencepost.js';

const folder = folderWith({ 'a.fp': 'include "lib.fp"\n', 'lib.fp': 'one', 'a.pred': '' });
const limits: AskedLimits = { timeoutSeconds: 10, memoryMB: null };

const recorded = (key: string, document: object, more: Partial<RunRecord> = {}): RunRecord => ({
  ...{ key, repeat: 0, session: null, limits, document, asked: null, place: null },
  ...{ cost: { wallSeconds: 1, cpuSeconds: 0.5, peakMemoryMB: 70 }, ...more },
});

const asked = (file: string, more: Partial<PlannedRun> = {}): PlannedRun => ({
  ...{ file, model: 'tso', way: nothingAsked, part: null, words: [] },
  ...more,
});

const finished = (
  key: string,
  run: PlannedRun,
  document: object,
  more: Partial<RunRecord> = {},
): FinishedRun => {
  const record = recorded(key, document, more);
  return { job: { key, repeat: record.repeat, place: 0, run, limits }, record };
};

describe('a recording', () => {
  const safe = { verdict: 'safe', note: 'ü\u2028 "\n' };

  it('has what was added, wherever whoever wrote it was killed', () => {
    const path = join(folder, 'cut.jsonl');
    const writer = new RecordingWriter(path);
    const records = ['k1', 'k2', 'k3'].map((key) => recorded(key, safe));
    for (const record of records) writer.add({ kind: 'run', record });
    writer.close();
    const whole = readFileSync(path);
    const ends = [...whole.keys()].filter((index) => whole[index] === 10);
    for (let size = whole.length; size >= 0; size -= 7) {
      writeFileSync(path, whole);
      truncateSync(path, size);
      // A line without its end may be whole.
      const lines = ends.filter((end) => end <= size).length;
      const read = readRecording(path);
      expect(read === null ? 0 : read.records.size).toBe(lines);
      if (read === null) continue;
      const next = new RecordingWriter(path);
      next.add({ kind: 'run', record: recorded('k4', safe) });
      next.close();
      const after = readRecording(path);
      expect(after?.records.size).toBe(lines + 1);
      expect(after?.records.get('k4-0')?.document).toEqual(safe);
    }
  });

  it('tells repetitions from each other, and of two the later one counts', () => {
    const path = join(folder, 'two.jsonl');
    const writer = new RecordingWriter(path);
    const old = recorded('k', { verdict: 'unknown' });
    for (const record of [old, recorded('k', safe), recorded('k', old.document, { repeat: 1 })])
      writer.add({ kind: 'run', record });
    writer.close();
    const read = readRecording(path);
    const job = { key: 'k', place: 0, run: asked('a.fp'), limits };
    expect(read === null ? null : recordFor(read, { ...job, repeat: 0 })?.document).toEqual(safe);
    expect(read === null ? null : recordFor(read, { ...job, repeat: 1 })?.document).toEqual(old.document);
    expect(read === null ? null : recordFor(read, { ...job, repeat: 2 })).toBeNull();
  });

  it('is read line by line, however long', () => {
    const path = join(folder, 'long.jsonl');
    const note = 'ü'.repeat(700_000);
    const writer = new RecordingWriter(path);
    for (const key of ['a', 'b', 'c']) writer.add({ kind: 'run', record: recorded(key, { note }) });
    writer.close();
    appendFileSync(path, '\n\n');
    const read = readRecording(path);
    expect(read?.unreadable).toBe(0);
    expect([...(read?.records.values() ?? [])].map(({ document }) => document)).toEqual([
      { note },
      { note },
      { note },
    ]);
  });
});

describe('a run that was made before', () => {
  const larger: AskedLimits = { timeoutSeconds: 20, memoryMB: null };
  it.each([
    [{ verdict: 'safe' }, larger, true],
    [{ verdict: null, reason: 'unsupported' }, larger, true],
    [{ verdict: null, reason: 'bug' }, limits, false],
    [{ verdict: 'unknown', reason: 'timeout' }, limits, true],
    [{ verdict: 'unknown', reason: 'timeout' }, larger, false],
    [{ verdict: 'unknown', reason: 'overflow' }, { timeoutSeconds: null, memoryMB: null }, false],
    [{ verdict: 'unknown', reason: 'timeout' }, { timeoutSeconds: 5, memoryMB: 100 }, true],
  ])('%j under %j: %s', (document, now, holds) => {
    expect(stillHolds(recorded('k', document), now)).toBe(holds);
  });

  it('is another one if anything changes that it has read, and the same under other limits', () => {
    const file = join(folder, 'a.fp');
    const key = (run: PlannedRun = asked(file), version = '1'): string =>
      keyOf(run, version, new FileContents());
    const first = key();
    expect(key()).toBe(first);
    const others = [
      key(asked(file), '2'),
      key(asked(file, { model: 'pso' })),
      key(asked(file, { words: ['--bound=2'] })),
      key(asked(file, { way: { ...nothingAsked, engine: 'dual' } })),
      key(asked(join(folder, 'lib.fp'))),
    ];
    writeFileSync(join(folder, 'lib.fp'), 'two');
    others.push(key());
    writeFileSync(join(folder, 'a.pred'), 'x == 0');
    others.push(key());
    expect(new Set([first, ...others]).size).toBe(others.length + 1);
  });
});

describe('rows of runs that were made several times', () => {
  const document = (verdict: string, seconds: number) => ({ verdict, reason: null, stats: { seconds } });
  const repeated = (...documents: readonly object[]) =>
    at(summaries(documents.map((each, repeat) => finished('k', asked('a.fp'), each, { repeat }))), 0).row;

  it('have the median, and how far the others are', () => {
    const row = repeated(document('safe', 3), document('safe', 1), document('safe', 2.5));
    expect(row).toMatchObject({ verdict: 'safe', seconds: 2.5, leastSeconds: 1, mostSeconds: 3, repeats: 3 });
    expect(repeated(document('safe', 1), document('safe', 2))).toMatchObject({ seconds: 1.5 });
    expect(repeated(document('safe', 1))).toMatchObject({ repeats: null, leastSeconds: null });
  });

  it('are solved if more than half of them are', () => {
    const [good, open] = [document('safe', 1), document('unknown', 9)];
    expect(repeated(good, open, good)).toMatchObject({ verdict: 'safe', seconds: 1 });
    expect(repeated(good, open)).toMatchObject({ verdict: 'unknown', seconds: 9 });
    expect(repeated(open, open, good)).toMatchObject({ verdict: 'unknown' });
  });
});

describe('runs that contradict each other', () => {
  const document = (verdict: string, limitations: readonly string[] = [], name = 'p') => ({
    ...{ verdict, limitations },
    properties: [{ name, verdict }],
  });
  const ways = ['explicit', 'dual'].map((engine) => asked('a.fp', { way: { ...nothingAsked, engine } }));
  const found = (first: object, second: object, words: readonly string[] = []) =>
    disagreements(
      [finished('1', at(ways, 0), first), finished('2', { ...at(ways, 1), words }, second)],
      (word) => word.startsWith('--bound'),
    );

  it('are those with other verdicts about the same property under the same question', () => {
    expect(found(document('safe'), document('unsafe'))).toEqual([
      { file: 'a.fp', model: 'tso', property: 'p', safe: 'a.fp tso explicit', unsafe: 'a.fp tso dual' },
    ]);
    expect(found(document('unsafe'), document('safe'), ['--por=off'])).toHaveLength(1);
    expect(found(document('safe'), document('unsafe'), ['--bound=1'])).toEqual([]);
    expect(found(document('safe'), document('unsafe', [], 'q'))).toEqual([]);
    expect(found(document('safe'), document('unknown'))).toEqual([]);
    expect(found({ verdict: 'safe' }, { verdict: 'unsafe' })).toMatchObject([{ property: null }]);
  });

  it('are none where what is safe is so for fewer', () => {
    const few = ['This holds for at most 2 processes (--max-procs).'];
    expect(found(document('safe', few), document('unsafe'))).toEqual([]);
    expect(found(document('safe', few), document('unsafe', few))).toHaveLength(1);
    expect(found(document('safe', ['Something else.']), document('unsafe'))).toHaveLength(1);
  });
});
