import { mostNodes, nameOf, ratioOf } from './mcmt-limits.js';
import type { SizeRuns, TableRun } from './mcmt-limits.js';
import { left, right } from './sheet.js';
import type { Sheet } from './sheet.js';
import type { VerifyRun } from './verify-run.js';

const count = (value: number | null): string =>
  value === null ? '-' : value.toLocaleString('en', { maximumFractionDigits: 0 });
const seconds = (value: number | null): string => (value === null ? '-' : value.toFixed(2));

/** Beside the recorded figures of Cubicle-W. */
export const tableSheet = (runs: readonly TableRun[]): Sheet => ({
  name: 'mcmt table',
  columns: [
    ...[left('system'), left('verdict'), right('nodes'), right('s'), right('whole s'), right('MB')],
    ...[right('study nodes'), right('Cubicle-W nodes'), right('Cubicle-W s'), right('ratio')],
  ],
  rows: runs.map((one) => {
    const { row, run } = one;
    return [
      ...[nameOf(row), run.verdict, count(run.states), seconds(run.engineSeconds), seconds(run.seconds)],
      ...[count(run.memoryMB), count(mostNodes.get(nameOf(row)) ?? null), count(row.nodes)],
      ...[seconds(row.seconds), seconds(ratioOf(one))],
    ];
  }),
});

/** Two sheets: the seconds of the process, and the states, by number of processes. */
export const sizeSheets = (all: readonly SizeRuns[], limit: number): readonly Sheet[] => [
  bySize('seconds', all, limit, (run) => seconds(run.seconds)),
  bySize('states', all, limit, (run) => count(run.states)),
];

/** The seconds of the process by the dual engine. */
export const dualSheet = (all: readonly SizeRuns[], limit: number): Sheet =>
  bySize('dual seconds', all, limit, (run) => seconds(run.seconds));

function bySize(
  what: string,
  all: readonly SizeRuns[],
  limit: number,
  show: (run: VerifyRun) => string,
): Sheet {
  const sizes = [...new Set(all.flatMap(({ points }) => points.map(({ processes }) => processes)))].toSorted(
    (a, b) => a - b,
  );
  return {
    name: `mcmt sizes, ${what}`,
    columns: [left('system'), left('verdict'), ...sizes.map((size) => right(String(size)))],
    rows: all.map(({ row, points }) => [
      ...[nameOf(row), row.verdict ?? '-'],
      ...sizes.map((size) => {
        const run = points.find(({ processes }) => processes === size)?.run;
        if (run === undefined) return '';
        return run.answered ? show(run) : late(run, limit);
      }),
    ]),
  };
}

function late({ verdict }: VerifyRun, limit: number): string {
  if (verdict === 'unknown (timeout)') return `> ${limit} s`;
  return verdict === 'none (unsupported)' ? '-' : verdict;
}
