import { describe, expect, it } from '@jest/globals';
import { overallRun, renderModels } from '../../../src/report/models-table.js';
import { plainStyle } from '../../../src/report/style.js';
import { renderReport } from '../../../src/report/report-text.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { property, report, storeBuffering } from './samples.js';

const options = { width: 100, style: plainStyle, trace: 'text' } as const;
const lines = (run: VerifyReport): readonly string[] => renderReport(run, options).split('\n');

describe('the text of verify', () => {
  it('ends with the verdict', () => {
    expect(lines(report({})).at(-1)).toBe('VERDICT: SAFE');
    expect(lines(report({ verdict: 'unsafe', property: 'mutex' })).at(-1)).toBe(
      'VERDICT: UNSAFE property mutex',
    );
    expect(lines(report({ verdict: 'unknown', reason: 'timeout' })).at(-1)).toBe('VERDICT: UNKNOWN timeout');
  });

  it('is one line for a run without a verdict', () => {
    expect(lines(report({ verdict: null, reason: 'input' }))).toEqual(['VERDICT: UNKNOWN input']);
  });

  it('puts what the answer is limited to just before the verdict', () => {
    expect(lines(report({ limitations: ['Up to 2 writes.'] })).slice(-2)).toEqual([
      'Up to 2 writes.',
      'VERDICT: SAFE',
    ]);
  });

  it('tells one property in a line and several in a table', () => {
    expect(lines(report({ properties: [property('mutex')] }))).toContain(
      'property mutex (invariant, line 12): safe',
    );
    const cut = property('b', {
      line: null,
      verdict: 'unknown',
      reason: 'overflow',
      detail: 'x holds 2 writes',
    });
    const text = lines(report({ properties: [property('mutex'), cut] }));
    expect(text.slice(1, 5)).toEqual([
      'property  kind       line  verdict',
      'mutex     invariant    12  safe',
      'b         invariant        unknown (overflow)',
      'b: x holds 2 writes',
    ]);
  });

  it('shows the counterexample, or not', () => {
    const unsafe = report({ verdict: 'unsafe', property: 'sb', trace: storeBuffering });
    expect(renderReport(unsafe, options)).toContain('flush y = 1');
    expect(renderReport(unsafe, { ...options, trace: 'none' })).not.toContain('flush y = 1');
  });
});

describe('the table of all models', () => {
  const safe = report({ model: 'sc' });
  const unsafe = report({ model: 'tso', verdict: 'unsafe', property: 'sb', trace: storeBuffering });
  const unknown = report({ model: 'pso', verdict: 'unknown', reason: 'timeout' });

  it('has a row for each run, the first counterexample, and one verdict', () => {
    const text = renderModels([safe, unsafe, unknown], options).split('\n');
    expect(text.slice(0, 4)).toEqual([
      'model  verdict            property  states  seconds',
      'sc     safe                              0     0.00',
      'tso    unsafe             sb             0     0.00',
      'pso    unknown (timeout)                 0     0.00',
    ]);
    expect(text.filter((line) => line.startsWith('VERDICT'))).toEqual(['VERDICT: UNSAFE property sb']);
    expect(text.at(-1)).toBe('VERDICT: UNSAFE property sb');
    expect(text.join('\n')).toContain('flush y = 1');
  });

  it('lets the worst run speak', () => {
    expect(overallRun([safe, unknown])).toBe(unknown);
    expect(overallRun([unknown, unsafe])).toBe(unsafe);
    expect(overallRun([unsafe, report({ verdict: null, reason: 'bug' })])?.verdict).toBeNull();
    expect(overallRun([])).toBeNull();
  });
});
