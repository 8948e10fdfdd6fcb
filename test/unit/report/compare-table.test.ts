import { describe, expect, it } from '@jest/globals';
import { compareCsv, compareMarkdown, compareText } from '../../../src/report/compare-table.js';
import type { ComparedRun } from '../../../src/report/compared-run.js';
import { plainStyle } from '../../../src/report/style.js';

const abstract: ComparedRun = {
  algorithm: 'szymanski-fenced',
  file: 'x/szymanski-fenced.orig',
  model: 'pso',
  engine: 'abstract',
  method: 'ce',
  encoding: 'counters',
  bound: 1,
  verdict: 'safe',
  reason: null,
  property: null,
  predicates: 56,
  inputCubes: 622,
  smtCalls: 15644123,
  buildSeconds: 2163.25,
  cubesUsed: 380,
  cubeSize: 4,
  states: 1193000,
  memoryMB: 1230.4,
  checkSeconds: 40.2,
  seconds: 2210.7512349,
};
const explicit: ComparedRun = {
  ...abstract,
  ...{ engine: 'explicit', method: null, verdict: 'unknown', reason: 'timeout' },
  ...{ predicates: null, inputCubes: null, smtCalls: null, cubesUsed: null, cubeSize: null },
};
const settings = { width: 120, style: plainStyle };

describe('the table of a comparison', () => {
  it('fits 120 columns, with one line a row and all columns of the paper', () => {
    const lines = compareText([abstract, { ...abstract, model: 'sc', verdict: 'unsafe' }], settings).split(
      '\n',
    );
    expect(lines).toHaveLength(3);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(lines[1]?.split(/ {2,}/)).toEqual([
      ...['szymanski-fenced', 'pso', 'ce', '56', '622', '15 644 123', '2163', '380', '4'],
      ...['1 193 000', '1 230', '40.20', 'safe', '2211'],
    ]);
  });

  it('marks what does not apply, and leaves out what applies to no run', () => {
    const mixed = compareText([abstract, explicit], { ...settings, width: 200 });
    expect(mixed.split('\n')[2]?.split(/ {2,}/).slice(2, 6)).toEqual(['explicit', '-', '-', '-']);
    expect(mixed).toContain('unknown (timeout)');
    expect(compareText([explicit], settings)).not.toContain('preds');
    expect(compareMarkdown([{ ...explicit, algorithm: 'a|b' }])).toContain(
      '| a\\|b | pso | explicit | 2163 |',
    );
  });

  it('has every column in CSV', () => {
    const [header = '', row = '', other = ''] = compareCsv([abstract, explicit]).split('\n');
    expect(header.split(',')).toHaveLength(20);
    expect(row).toBe(
      'szymanski-fenced,pso,ce,56,622,15644123,2163.25,380,4,1193000,1230.4,40.2,safe,-,2210.751235,' +
        'abstract,counters,1,-,x/szymanski-fenced.orig',
    );
    expect(other).toContain(',pso,-,-,-,-,2163.25,-,-,');
  });
});
