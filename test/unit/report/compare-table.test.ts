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
  solver: null,
  part: null,
  discover: null,
  refine: null,
  scope: null,
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
  ...{ iterations: null, found: null, kept: null },
  ...{ differenceCalls: null, z3Calls: null, cpuSeconds: null },
  ...{ wallSeconds: null, processSeconds: null, processMB: null },
  ...{ repeats: null, leastSeconds: null, mostSeconds: null, way: 'ce', judgement: null },
};
const refined: ComparedRun = {
  ...{ ...abstract, algorithm: 'ticket', method: 'lazy', refine: 'wp', scope: 'direct' },
  ...{ inputCubes: null, cubesUsed: null, cubeSize: null },
  ...{ iterations: 3, found: 44, kept: 12, differenceCalls: 270, z3Calls: 0, cpuSeconds: 0.6124 },
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

  it('tells how predicates were found, where they were', () => {
    const [header = '', ...rows] = compareText([refined, { ...refined, refine: 'itp' }, abstract], {
      ...settings,
      width: 200,
    }).split('\n');
    expect(header.split(/ {2,}/)).toEqual([
      ...['algorithm', 'model', 'method', 'refine', 'scope', 'iter', 'found', 'kept', 'dl', 'z3', 'cpu'],
      ...['preds', 'given', 'calls', 'build', 'used', 'size', 'states', 'MB', 'check', 'verdict', 'total'],
    ]);
    expect(rows[0]?.split(/ {2,}/).slice(3, 12)).toEqual([
      ...['wp', 'direct', '3', '44', '12', '270', '0', '0.61', '56'],
    ]);
    expect(rows[1]).toMatch(/^ticket +pso +lazy +itp +direct /);
    expect(rows[2]?.split(/ {2,}/).slice(3, 8)).toEqual(['-', '-', '-', '-', '-']);
  });

  it('has every column in CSV', () => {
    const [header = '', row = '', other = '', third = ''] = compareCsv([abstract, explicit, refined]).split(
      '\n',
    );
    expect(header.split(',')).toHaveLength(38);
    expect(row).toBe(
      'szymanski-fenced,pso,ce,56,622,15644123,2163.25,380,4,1193000,1230.4,40.2,safe,,2210.751235,' +
        'abstract,counters,1,,x/szymanski-fenced.orig,,,,,,,,,,,,,,,,,,',
    );
    expect(other).toContain(',pso,,,,,2163.25,,,');
    expect(third).toMatch(/,x\/szymanski-fenced\.orig,,wp,direct,3,44,12,270,0,0\.6124,,,,,,,,,$/);
  });
});
