import type { JudgedSystem, SystemTotals } from './cub-judge.js';

const columns = [
  ...['model', 'verdict', 'nodes', 'engine s', 'whole s', 'MB'],
  ...['Cubicle-W', 'nodes', 's'],
];
const widths = [5, 8, 9, 9, 8, 6, 10, 6, 8];

export const systemHeading = (): string => line('file', columns, '');

export function systemLine({ expected, run, broken, remarks }: JudgedSystem): string {
  const cells = [
    ...[expected.model, run.verdict, whole(run.nodes), run.engineSeconds.toFixed(2)],
    ...[run.seconds.toFixed(2), whole(run.peakMemoryMB)],
    expected.verdict ?? expected.trouble ?? '-',
    expected.nodes === null ? '-' : whole(expected.nodes),
    expected.verdict === null || expected.seconds === null ? '-' : expected.seconds.toFixed(2),
  ];
  return line(expected.file, cells, [...broken.map((what) => `!! ${what}`), ...remarks].join('; '));
}

const line = (name: string, cells: readonly string[], rest: string): string =>
  [name.padEnd(34), ...cells.map((cell, i) => cell.padStart(widths[i] ?? 0)), rest].join(' ').trimEnd();

const whole = (n: number): string => Math.round(n).toLocaleString('en');

export function systemSummary(files: number, totals: SystemTotals): string {
  const { known, right, open, answered, seconds, cubicleSeconds } = totals;
  return [
    `${files} files: ${right} of ${known} known answers;`,
    `${answered} of ${open} answered that Cubicle-W takes and does not answer;`,
    `where both answer whole processes took ${seconds.toFixed(1)} s, Cubicle-W ${cubicleSeconds.toFixed(1)} s`,
  ].join('\n');
}
