import type { CorpusRow } from './dual-corpus.js';
import type { GrowingProgram } from './dual-families.js';
import type { DualPaperRow } from './dual-paper.js';
import type { VerifyRun } from './verify-run.js';
import { left, right } from './sheet.js';
import type { Sheet } from './sheet.js';

export interface PaperRun {
  readonly row: DualPaperRow;
  readonly run: VerifyRun;
}

export interface CorpusRun {
  readonly row: CorpusRow;
  readonly run: VerifyRun;
}

export interface FamilyRuns {
  readonly family: GrowingProgram;
  /** By number of processes, growing. */
  readonly points: readonly { readonly processes: number; readonly run: VerifyRun }[];
}

const ours = [
  ...[left('verdict'), right('s'), right('whole s'), right('generated'), right('kept'), right('peak')],
  right('MB'),
];

function ourCells(run: VerifyRun): readonly string[] {
  return [
    ...[run.verdict, seconds(run.engineSeconds), seconds(run.seconds), count(run.generated)],
    ...[count(run.kept), count(run.peak), count(run.memoryMB)],
  ];
}

const count = (value: number | null): string =>
  value === null ? '-' : value.toLocaleString('en', { maximumFractionDigits: 0 });
const seconds = (value: number | null): string => (value === null ? '-' : value.toFixed(2));
const rounded = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : value.toFixed(1);

/** Beside the figures of the paper, for it and for Memorax. */
export const table1Sheet = (runs: readonly PaperRun[]): Sheet => ({
  name: 'dual table 1',
  columns: [
    ...[left('program'), right('#P'), ...ours],
    ...[right('paper s'), right('paper generated'), right('Memorax s'), right('Memorax generated')],
  ],
  rows: runs.map(({ row, run }) => [
    ...[row.program, String(row.processes ?? 'any'), ...ourCells(run)],
    ...[rounded(row.seconds), count(row.generated)],
    ...[rounded(row.memorax?.seconds), count(row.memorax?.generated ?? null)],
  ]),
});

export const table2Sheet = (runs: readonly PaperRun[]): Sheet => ({
  name: 'dual table 2',
  columns: [left('program'), ...ours, right('paper s'), right('paper generated')],
  rows: runs.map(({ row, run }) => [
    ...[row.program, ...ourCells(run), rounded(row.seconds), count(row.generated)],
  ]),
});

export const corpusSheet = (runs: readonly CorpusRun[]): Sheet => ({
  name: 'dual corpus',
  columns: [
    ...[left('machine'), ...ours],
    ...[left('Memorax'), right('Memorax s'), right('Memorax generated')],
  ],
  rows: runs.map(({ row, run }) => [
    ...[row.file, ...ourCells(run)],
    ...[row.doubtful ? `${row.verdict}?` : row.verdict, rounded(row.seconds), count(row.generated)],
  ]),
});

/** Two sheets: the engine's seconds, and the configurations, by number of processes. */
export function figureSheets(all: readonly FamilyRuns[], limit: number): readonly Sheet[] {
  const sizes = [...new Set(all.flatMap(({ points }) => points.map((point) => point.processes)))].toSorted(
    (a, b) => a - b,
  );
  const sheet = (what: string, show: (run: VerifyRun) => string): Sheet => ({
    name: `dual figure 3, ${what}`,
    columns: [left('program'), left('grows'), left('verdict'), ...sizes.map((size) => right(String(size)))],
    rows: all.map(({ family, points }) => [
      ...[family.name, family.grows, family.expected],
      ...sizes.map((size) => {
        const point = points.find(({ processes }) => processes === size);
        return point === undefined ? '' : show(point.run);
      }),
    ]),
  });
  return [
    sheet('seconds', (run) => (run.answered ? seconds(run.engineSeconds) : late(run, limit))),
    sheet('generated', (run) => (run.answered ? count(run.generated) : late(run, limit))),
  ];
}

const late = (run: VerifyRun, limit: number): string =>
  run.verdict === 'unknown (timeout)' ? `> ${limit} s` : run.verdict;
