import { leastClosed, leastSettled } from './trencher-judge.js';
import type { JudgedReachability, ReachabilityTotals } from './trencher-judge.js';

/** One column; whoever asks more of a file adds more of them. */
interface TrencherColumn {
  readonly title: string;
  readonly width: number;
  readonly cell: (row: JudgedReachability) => string;
}

const columns: readonly TrencherColumn[] = [
  { title: 'asked', width: 6, cell: ({ asked }) => asked },
  { title: 'model', width: 5, cell: ({ model }) => model },
  { title: 'verdict', width: 8, cell: ({ run }) => run.verdict },
  { title: 'Trencher', width: 8, cell: ({ wanted }) => wanted ?? '-' },
  { title: 'engine s', width: 8, cell: ({ run }) => run.engineSeconds.toFixed(2) },
  { title: 'whole s', width: 8, cell: ({ run }) => run.seconds.toFixed(2) },
  { title: 'MB', width: 6, cell: ({ run }) => Math.round(run.peakMemoryMB).toLocaleString('en') },
];

export const trencherHeading = (): string =>
  line(
    'file',
    columns.map(({ title }) => title),
    '',
  );

export function trencherLine(row: JudgedReachability): string {
  const marks = [...row.broken.map((what) => `!! ${what}`), ...row.remarks].join('; ');
  return line(
    row.expected.file.replace(/\.txt$/, ''),
    columns.map(({ cell }) => cell(row)),
    marks,
  );
}

const line = (name: string, cells: readonly string[], rest: string): string =>
  [name.padEnd(36), ...cells.map((cell, i) => cell.padStart(columns[i]?.width ?? 0)), rest]
    .join(' ')
    .trimEnd();

export function trencherSummary(
  files: number,
  finals: ReachabilityTotals,
  robust: ReachabilityTotals,
): string {
  return [
    `${files} files`,
    `final states: ${totalsText(finals, leastClosed)}`,
    `robustness: ${totalsText(robust, leastSettled)}`,
  ].join('\n');
}

function totalsText(totals: ReachabilityTotals, least: number): string {
  const { both, different, open, closed, medianSeconds } = totals;
  const which = different.length === 0 ? '' : ` (${different.join(', ')})`;
  return [
    `both answer ${both} questions, ${different.length} of them differently${which};`,
    `${closed} of ${open} answered that Trencher leaves open (at least ${least});`,
    `a run takes ${medianSeconds.toFixed(2)} s in the median, start included`,
  ].join(' ');
}
