import { describe, expect, it } from '@jest/globals';
import type { SystemExpectation } from '../../../../tools/corpus/cub-expected.js';
import { judgeSystem, systemTotals } from '../../../../tools/corpus/cub-judge.js';
import { readSystemReport } from '../../../../tools/corpus/cub-run.js';
import type { SystemRun } from '../../../../tools/corpus/cub-run.js';
import { systemLine, systemSummary } from '../../../../tools/corpus/cub-table.js';

const expected: SystemExpectation = {
  ...{ file: 'a.cub', path: 'cub/a.cub', model: 'tso', verdict: 'safe', trouble: null },
  ...{ isRejected: false, seconds: 2, nodes: 40, inPapersTable: false },
};
const run: SystemRun = {
  ...{ verdict: 'safe', reason: null, code: 0, place: null, path: null },
  ...{ seconds: 1, engineSeconds: 0.5, nodes: 30, peakMemoryMB: 80 },
};
const unsafe: SystemRun = { ...run, verdict: 'unsafe', code: 10, path: 't(#1) -> unsafe[1]' };
const late: SystemRun = { ...run, verdict: 'unknown', reason: 'timeout', code: 20 };
const refused: SystemRun = { ...run, verdict: 'refused', reason: 'input', code: 2, place: '3:4' };
const open: SystemExpectation = { ...expected, verdict: null, trouble: 'timeout' };
const rejected: SystemExpectation = { ...expected, verdict: null, trouble: 'error', isRejected: true };

const broken = (known: SystemExpectation, found: SystemRun): readonly string[] =>
  judgeSystem(known, found).broken;

describe('what Cubicle systems are held to', () => {
  it('is the verdict of Cubicle-W', () => {
    expect(broken(expected, run)).toEqual([]);
    expect(broken(expected, unsafe)).toEqual(['VERDICT']);
    expect(broken(expected, late)).toEqual(['NO ANSWER']);
    expect(broken(expected, refused)).toEqual(['NO ANSWER']);
  });

  it('but where all states of a few processes have none', () => {
    const none = { ...expected, file: 'sc-distrib_lamport.cub', verdict: 'unsafe' as const };
    expect(broken(none, { ...run, verdict: 'unknown', code: 20, reason: 'timeout' })).toEqual([]);
    expect(broken(none, unsafe)).toEqual(['VERDICT']);
  });

  it('but where a run has settled it', () => {
    const settled = { ...expected, file: 'bug_safe.cub' };
    expect(judgeSystem(settled, unsafe)).toMatchObject({ broken: [], remarks: ['settled by the run'] });
    expect(broken(settled, run)).toEqual(['VERDICT']);
  });

  it('is a place where the text is refused, and only where Cubicle-W fails too', () => {
    expect(broken(rejected, refused)).toEqual([]);
    expect(broken(rejected, { ...refused, place: null })).toEqual(['REFUSED']);
    expect(broken(open, refused)).toEqual(['REFUSED']);
    expect(broken(open, late)).toEqual([]);
  });

  it('is a process that ends well, in little memory, with a trace', () => {
    expect(broken(open, { ...run, code: 70, verdict: 'refused', place: '1:1' })).toContain('EXIT 70');
    expect(broken(open, { ...run, code: null, verdict: 'crash' })).toContain('EXIT by a signal');
    expect(broken(expected, { ...run, peakMemoryMB: 1100 })).toEqual(['MEMORY']);
    expect(broken(open, { ...late, peakMemoryMB: 1100 })).toEqual([]);
    expect(broken(open, { ...unsafe, path: null })).toEqual(['NO TRACE']);
  });

  it('is shown', () => {
    expect(systemLine(judgeSystem(expected, unsafe))).toMatch(
      /^a\.cub +tso +unsafe +30 +0\.50 +1\.00 +80 +safe +40 +2\.00 !! VERDICT$/,
    );
    const totals = systemTotals([
      judgeSystem(expected, run),
      judgeSystem(open, run),
      judgeSystem(rejected, refused),
    ]);
    expect(totals).toEqual({ known: 1, right: 1, open: 1, answered: 1, seconds: 1, cubicleSeconds: 2 });
    expect(systemSummary(3, totals)).toContain('1 of 1 known answers;');
  });
});

describe('the report of a run', () => {
  const stats = { checkSeconds: 0.5, states: 7 };

  it('gives the path of a violation', () => {
    const document = { verdict: 'unsafe', reason: null, errors: [], path: ['t(#1)', 'unsafe[1]'], stats };
    expect(readSystemReport(JSON.stringify(document), '')).toEqual({
      ...{ verdict: 'unsafe', reason: null, place: null, path: 't(#1) -> unsafe[1]' },
      ...{ engineSeconds: 0.5, nodes: 7 },
    });
  });

  it('gives the place of an error, and the last words of a crash', () => {
    const errors = [{ line: 3, column: 4 }];
    const document = { verdict: null, reason: 'input', errors, path: null, stats };
    expect(readSystemReport(JSON.stringify(document), '')).toMatchObject({
      verdict: 'refused',
      place: '3:4',
    });
    expect(readSystemReport('', 'a\nout of memory\n')).toMatchObject({
      verdict: 'crash',
      reason: 'out of memory',
    });
  });
});
