import { describe, expect, it } from '@jest/globals';
import type { MachineExpectation } from '../../../../tools/corpus/rmm-expected.js';
import { brokenTotals, judgeMachine, totalsOf } from '../../../../tools/corpus/rmm-judge.js';
import { readMachineReport } from '../../../../tools/corpus/rmm-run.js';
import type { MachineRun } from '../../../../tools/corpus/rmm-run.js';
import { machineLine, machineSummary } from '../../../../tools/corpus/rmm-table.js';

const expected: MachineExpectation = {
  ...{ file: 'a.rmm', path: 'rmm/a.rmm', verdict: 'safe', refused: false },
  ...{ seconds: 2, generated: 5000, doubtful: false },
};
const run: MachineRun = {
  ...{ verdict: 'safe', reason: null, seconds: 1.5, cpuSeconds: 1, engineSeconds: 0.5 },
  ...{ generated: 1200, kept: 300, peak: 400, peakMemoryMB: 80 },
};
const unsafe: MachineRun = { ...run, verdict: 'unsafe' };
const open: MachineExpectation = { ...expected, verdict: null, seconds: 60 };

describe('the limits that Memorax machines are held to', () => {
  it('wants the verdict of Memorax', () => {
    expect(judgeMachine(expected, run, null).broken).toEqual([]);
    expect(judgeMachine(expected, unsafe, null).broken).toEqual(['VERDICT']);
  });

  it('wants that of the explicit engine where Memorax is doubtful', () => {
    const doubtful = { ...expected, doubtful: true };
    expect(judgeMachine(doubtful, unsafe, { ...run, verdict: 'unknown', reason: 'timeout' })).toMatchObject({
      broken: [],
      remarks: ['differs, Memorax is doubtful here', 'explicit: unknown (timeout)'],
    });
    expect(judgeMachine(doubtful, unsafe, run).broken).toEqual([
      'VERDICT: the explicit engine says otherwise',
    ]);
  });

  it('takes no answer for one that is missing, and a bug for broken', () => {
    const bug: MachineRun = { ...run, verdict: 'error', reason: 'bug' };
    expect(judgeMachine(expected, { ...run, verdict: 'unknown', reason: 'timeout' }, null).broken).toEqual(
      [],
    );
    expect(judgeMachine(open, bug, null).broken).toEqual(['error bug']);
  });

  it('compares times where both answer', () => {
    const slow = { ...run, cpuSeconds: 3 };
    const refused = { ...open, refused: true };
    const totals = totalsOf([
      judgeMachine(expected, slow, null),
      judgeMachine(open, slow, run),
      judgeMachine(refused, slow, null),
    ]);
    expect(totals).toEqual({
      ...{ open: 1, answered: 1, confirmed: 1, both: 1, different: [] },
      ...{ engineSeconds: 0.5, cpuSeconds: 3, memoraxSeconds: 2 },
    });
    expect(brokenTotals(totals)).toEqual(['ANSWERS', 'TIME']);
    expect(brokenTotals({ ...totals, answered: 17, engineSeconds: 3, cpuSeconds: 2 })).toEqual([]);
  });

  it('shows what there is', () => {
    const one = judgeMachine(expected, unsafe, null);
    expect(machineLine(one)).toMatch(
      /^a\.rmm +unsafe +safe +0\.50 +1\.00 +2\.00 +1,200 +300 +400 +80 !! VERDICT; differs$/,
    );
    expect(machineSummary(1, totalsOf([one]))).toContain('both answer 1, 1 of them differently (a.rmm);');
  });
});

describe('the report of a run', () => {
  it('gives the seconds of the engine with those of its automata', () => {
    const stats = {
      ...{ buildSeconds: 0.25, checkSeconds: 0.5, peakMemoryMB: 60 },
      ...{ configurations: 3, configurationsKept: 2, configurationsPeak: 2 },
    };
    const document = JSON.stringify({ verdict: 'safe', reason: null, stats });
    expect(readMachineReport(document, '', 70)).toEqual({
      ...{ verdict: 'safe', reason: null, engineSeconds: 0.75 },
      ...{ generated: 3, kept: 2, peak: 2, peakMemoryMB: 70 },
    });
    expect(readMachineReport('', 'a\nout of memory\n', 5)).toMatchObject({
      verdict: 'crash',
      reason: 'out of memory',
    });
  });
});
