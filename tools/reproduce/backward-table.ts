import { join } from 'node:path';
import { cubicleTable, otherTools } from '../bench/cubicle-paper.js';
import type { CubiclePaperRow } from '../bench/cubicle-paper.js';
import { nameOf } from '../bench/mcmt-limits.js';
import type { SizeRuns } from '../bench/mcmt-limits.js';
import { explicitly, sizeRuns, tableRuns } from '../bench/mcmt.js';
import { left, right } from '../bench/sheet.js';
import type { Sheet } from '../bench/sheet.js';
import type { VerifyRun } from '../bench/verify-run.js';
import { readSystemCorpus } from '../corpus/cub-expected.js';
import { count, decimals, notMeasured } from './reproduced.js';
import type { Reproduced } from './reproduced.js';

/** The table of papers 000 and 001: any number of processes, beside what tools for a fixed number managed. */
export const backwardTable: Reproduced = {
  name: '001',
  measure: async ({ children, limits }) => {
    const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
    const systems = readSystemCorpus(corpus).filter((row) =>
      cubicleTable.some(({ system }) => system === nameOf(row)),
    );
    const any = await tableRuns(systems, { timeout: limits.timeout, runs: 1 }, children);
    const fixed = await sizeRuns(systems, limits, explicitly(limits, children));
    const rowOf = (row: CubiclePaperRow): BackwardRow => ({
      row,
      any: any.find((one) => nameOf(one.row) === row.system)?.run ?? null,
      fixed: fixed.find((one) => nameOf(one.row) === row.system)?.points ?? [],
    });
    return [sheetOf(cubicleTable.map(rowOf))];
  },
};

interface BackwardRow {
  readonly row: CubiclePaperRow;
  readonly any: VerifyRun | null;
  readonly fixed: SizeRuns['points'];
}

const sheetOf = (rows: readonly BackwardRow[]): Sheet => ({
  name: 'reproduced 001 table',
  columns: [
    ...[left('system'), left('paper says'), left('ours says'), right('Cubicle-W s [N]'), right('ours s [N]')],
    ...[right('nodes'), ...otherTools.map(right), right('explicit, ours')],
  ],
  rows: rows.map(({ row, any, fixed }) => [
    ...[row.program, row.verdict, any?.verdict ?? notMeasured, decimals(row.seconds)],
    ...[decimals(any?.seconds ?? null), count(any?.states ?? null)],
    ...row.others.map((other) => other ?? '-'),
    largest(fixed),
  ]),
});

/** The most processes that were decided, and the time of the whole process for them. */
function largest(points: SizeRuns['points']): string {
  const last = points.findLast(({ run }) => run.answered);
  return last === undefined ? '-' : `${last.run.seconds.toFixed(2)}s [${last.processes}]`;
}
