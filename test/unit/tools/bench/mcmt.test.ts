import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { SystemExpectation } from '../../../../tools/corpus/cub-expected.js';
import { sizeTargets, tableTargets } from '../../../../tools/bench/mcmt-limits.js';
import { mcmtOptions } from '../../../../tools/bench/mcmt-options.js';
import { dualSheet, sizeSheets, tableSheet } from '../../../../tools/bench/mcmt-table.js';
import type { VerifyRun } from '../../../../tools/bench/verify-run.js';
import { root } from '../../../support/golden.js';

const row: SystemExpectation = {
  ...{ file: 'cubtso-two_phase_N.cub', path: 'cub/two_phase_N.cub', model: 'tso', verdict: 'safe' },
  ...{ trouble: null, isRejected: false, seconds: 24, nodes: 449, inPapersTable: true },
};
const run: VerifyRun = {
  ...{ verdict: 'safe', answered: true, seconds: 0.3, engineSeconds: 0.1, states: 67 },
  ...{ generated: 100, kept: 50, peak: 50, memoryMB: 80 },
};
const late: VerifyRun = { ...run, verdict: 'unknown (timeout)', answered: false, seconds: 10 };

describe('the benchmark of the backward engine', () => {
  it('holds a row to the nodes of the study and the time of Cubicle-W', () => {
    const targets = tableTargets([{ row, run }]);
    expect(targets.map(({ measured, limit }) => [measured, limit])).toEqual([
      [1, 1],
      [67, 66],
      // Half a second at least counts.
      [0.5 / 24, 0.2],
    ]);
    expect(tableTargets([])).toEqual([]);
  });

  it('lets a row of sizes end, but not with a wrong answer', () => {
    const points = [
      { processes: 2, run },
      { processes: 3, run: late },
    ];
    expect(sizeTargets('dual', [{ row, points }])).toMatchObject([{ measured: 1, limit: 1 }]);
    const wrong = { processes: 2, run: { ...run, verdict: 'unsafe' } };
    expect(sizeTargets('dual', [{ row, points: [wrong] }])).toMatchObject([{ measured: 0, limit: 1 }]);
    const [seconds] = sizeSheets([{ row, points }], 10);
    expect(seconds?.rows).toEqual([['two_phase_N', 'safe', '0.30', '> 10 s']]);
  });

  it('takes the options it names, and no others', () => {
    expect(mcmtOptions(['--parts', 'sizes', '--point', '2'])).toMatchObject({ parts: ['sizes'], point: 2 });
    expect(mcmtOptions(['--parts', 'corpus'])).toBeNull();
    expect(mcmtOptions(['--write'])).toBeNull();
    expect(mcmtOptions(['--solvers', 'z3'])).toBeNull();
  });

  it('has a place for each table in its page', () => {
    const page = readFileSync(join(root, 'docs', 'engines', 'mcmt-figures.md'), 'utf8');
    for (const { name } of [tableSheet([]), ...sizeSheets([], 10), dualSheet([], 10)])
      expect(page.split(`<!-- bench: ${name} -->`)).toHaveLength(2);
  });
});
