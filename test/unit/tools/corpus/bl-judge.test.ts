import { describe, expect, it } from '@jest/globals';
import type { BooleanExpectation } from '../../../../tools/corpus/bl-expected.js';
import { judge } from '../../../../tools/corpus/bl-judge.js';
import { readReport } from '../../../../tools/corpus/bl-run.js';
import type { CheckRun } from '../../../../tools/corpus/bl-run.js';
import { summary, tableLine } from '../../../../tools/corpus/bl-table.js';

const expected: BooleanExpectation = {
  path: 'bl/a.bl',
  name: 'a.bl',
  verdict: 'safe',
  states: 1000,
  seconds: 10,
  stuck: false,
};
const run: CheckRun = {
  verdict: 'safe',
  reason: null,
  states: 100_000,
  seconds: 1.5,
  peakMemoryMB: 100,
  tableBytes: 5_000_000,
};
const broken = (
  e: Partial<BooleanExpectation>,
  r: Partial<CheckRun>,
  concrete: CheckRun | null = null,
): readonly string[] => judge({ ...expected, ...e }, { ...run, ...r }, concrete).broken;

describe('the limits that Boolean programs of the corpus are held to', () => {
  it('lets pass what is within all of them', () => {
    expect(broken({}, {})).toEqual([]);
  });

  it('allows a fifth of the time of a slow Fender, but always a second', () => {
    expect(broken({ seconds: 10 }, { seconds: 2.1 })).toEqual(['TIME']);
    expect(broken({ seconds: 3.5 }, { seconds: 0.9 })).toEqual([]);
    expect(broken({ seconds: 3.5 }, { seconds: 1.1 })).toEqual(['TIME']);
  });

  it('allows the time of a quick Fender, but always half a second', () => {
    expect(broken({ seconds: 2 }, { seconds: 1.9 })).toEqual([]);
    expect(broken({ seconds: 2 }, { seconds: 2.1 })).toEqual(['TIME']);
    expect(broken({ seconds: 0.1 }, { seconds: 0.4 })).toEqual([]);
    expect(broken({ seconds: 0.1 }, { seconds: 0.6 })).toEqual(['TIME']);
  });

  it('allows 300 MB below three million states, and 100 bytes a state', () => {
    expect(broken({}, { peakMemoryMB: 301 })).toEqual(['MEMORY']);
    expect(broken({ seconds: 100 }, { peakMemoryMB: 400, states: 3_000_000 })).toEqual([]);
    expect(broken({}, { tableBytes: 11_000_000 })).toEqual(['BYTES']);
  });

  it('says nothing about the bytes of few states', () => {
    expect(judge(expected, { ...run, states: 10 }, null).bytesPerState).toBeNull();
  });

  it('wants the verdict of Fender, or one that the two-valued semantics confirms', () => {
    const concrete = (verdict: string): CheckRun => ({ ...run, verdict });
    expect(broken({ verdict: 'unsafe' }, {})).toEqual(['VERDICT']);
    expect(broken({ verdict: 'unsafe' }, {}, concrete('safe'))).toEqual([]);
    expect(broken({ verdict: 'unsafe' }, {}, concrete('unsafe'))).toEqual(['VERDICT']);
    expect(broken({}, { verdict: 'unknown' }, concrete('unknown'))).toEqual(['VERDICT']);
  });

  it('says where Fender got stuck instead of following it', () => {
    expect(broken({ stuck: true }, { verdict: 'unsafe' })).toEqual([]);
  });

  it('holds what Fender did not decide to memory alone', () => {
    const open = { verdict: null, states: null, seconds: 45 } as const;
    expect(broken(open, { verdict: 'unknown', reason: 'timeout', seconds: 61 })).toEqual([]);
    expect(broken(open, { seconds: 50 })).toEqual([]);
  });

  it('marks what is broken and counts it', () => {
    const slow = judge(expected, { ...run, seconds: 9 }, null);
    expect(tableLine(slow)).toMatch(
      /^a\.bl +safe +safe +100,000 +1,000 +9\.00 +2\.00 +10\.00 +50 +100 !! TIME$/,
    );
    const open = judge({ ...expected, verdict: null }, { ...run, seconds: 50 }, null);
    expect(summary([slow, open])).toBe(
      "2 files: 1 of 1 verdicts as Fender's, 1 of 1 decided where it gave none, 0 where it got stuck; 1 with a broken limit",
    );
  });
});

describe('the report of a run', () => {
  const document =
    '{"verdict":"safe","reason":null,"stats":{"states":12,"tableBytes":1024,"peakMemoryMB":60}}';

  it('has its memory from whoever saw more of it', () => {
    expect(readReport(document, '', 70)).toEqual({
      verdict: 'safe',
      reason: null,
      states: 12,
      peakMemoryMB: 70,
      tableBytes: 1024,
    });
    expect(readReport(document, '', 50).peakMemoryMB).toBe(60);
  });

  it('keeps the last words of a process that printed no document', () => {
    expect(readReport('', 'a\nout of memory\n', 5)).toMatchObject({
      verdict: 'crash',
      reason: 'out of memory',
    });
  });
});
