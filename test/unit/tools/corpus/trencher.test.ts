import { describe, expect, it } from '@jest/globals';
import type { MachineRun } from '../../../../tools/corpus/rmm-run.js';
import type { TrencherExpectation } from '../../../../tools/corpus/trencher-expected.js';
import {
  judgeReachability,
  judgeRobustness,
  reachabilityTotals,
  robustnessTotals,
} from '../../../../tools/corpus/trencher-judge.js';
import { trencherHeading, trencherLine, trencherSummary } from '../../../../tools/corpus/trencher-table.js';

const expected: TrencherExpectation = {
  ...{ file: 'a.txt', path: 'trencher/a.txt', hasFinals: true },
  ...{ reachable: { sc: false, tso: true }, robust: false, seconds: 0.1, fences: null, fenceSeconds: null },
};
const safe: MachineRun = {
  ...{ verdict: 'safe', reason: null, seconds: 0.4, cpuSeconds: 0.3, engineSeconds: 0.1 },
  ...{ generated: 0, kept: 0, peak: 0, peakMemoryMB: 60 },
};
const unsafe: MachineRun = { ...safe, verdict: 'unsafe', seconds: 0.6 };

describe('the answers that Trencher programs are held to', () => {
  it('are those of Trencher about final states, for each model', () => {
    expect(judgeReachability(expected, 'sc', safe)).toMatchObject({ wanted: 'safe', broken: [] });
    expect(judgeReachability(expected, 'sc', unsafe).broken).toEqual(['VERDICT']);
    expect(judgeReachability(expected, 'tso', unsafe).broken).toEqual([]);
    expect(judgeReachability(expected, 'tso', safe).broken).toEqual(['VERDICT']);
  });

  it('are open where it has none, and settled where it is wrong', () => {
    const open = { ...expected, reachable: { sc: null, tso: null } };
    expect(judgeReachability(open, 'tso', unsafe)).toMatchObject({ wanted: null, broken: [] });
    const wrong = judgeReachability({ ...expected, file: 'cw-sense_rev_2.txt' }, 'tso', safe);
    expect(wrong).toMatchObject({ broken: [], remarks: ['wrong there: all 144 states visited'] });
  });

  it('cannot be that final states are reached where there are none, whatever it says', () => {
    const none = { ...expected, hasFinals: false };
    expect(judgeReachability(none, 'tso', safe)).toMatchObject({ wanted: null, broken: [] });
    expect(judgeReachability(none, 'tso', unsafe).broken).toEqual(['VERDICT']);
  });

  it('are those of Trencher about robustness, and may not be missing where it has one', () => {
    expect(judgeRobustness(expected, unsafe)).toMatchObject({ wanted: 'unsafe', broken: [] });
    expect(judgeRobustness(expected, safe).broken).toEqual(['VERDICT safe']);
    expect(judgeRobustness(expected, { ...safe, verdict: 'unknown' }).broken).toEqual(['VERDICT unknown']);
    expect(judgeRobustness({ ...expected, robust: null }, safe)).toMatchObject({ wanted: null, broken: [] });
  });

  it('may be missing, but not wrong in another way', () => {
    const late: MachineRun = { ...safe, verdict: 'unknown', reason: 'timeout' };
    expect(judgeReachability(expected, 'tso', late)).toMatchObject({ broken: [], remarks: ['timeout'] });
    const refused: MachineRun = { ...safe, verdict: 'error', reason: 'input' };
    expect(judgeReachability(expected, 'tso', refused).broken).toEqual(['error input']);
  });
});

it('what is left open is counted, and what takes how long', () => {
  const open = { ...expected, reachable: { sc: null, tso: null } };
  const judged = [
    judgeReachability(expected, 'sc', safe),
    judgeReachability(expected, 'tso', safe),
    judgeReachability(open, 'sc', { ...safe, verdict: 'unknown' }),
    judgeReachability(open, 'tso', unsafe),
    judgeRobustness(expected, unsafe),
    judgeRobustness({ ...expected, robust: null }, safe),
  ];
  const totals = reachabilityTotals(judged);
  expect(totals).toEqual({ both: 2, different: ['a.txt tso'], open: 2, closed: 1, medianSeconds: 0.4 });
  const robust = robustnessTotals(judged);
  expect(robust).toEqual({ both: 1, different: [], open: 1, closed: 1, medianSeconds: 0.6 });
  const summary = trencherSummary(2, totals, robust);
  expect(summary).toContain('1 of 2 answered that Trencher leaves open');
  expect(summary).toContain('1 of 1 answered that Trencher leaves open');
  expect(judged.map(trencherLine).map((line) => line.split(/\s+/).slice(0, 5).join(' '))).toEqual([
    'a final sc safe safe',
    'a final tso safe unsafe',
    'a final sc unknown -',
    'a final tso unsafe -',
    'a robust tso unsafe unsafe',
    'a robust tso safe -',
  ]);
  expect(trencherHeading().startsWith('file')).toBe(true);
});
