import { leastAnswered } from './rmm-judge.js';
import type { JudgedMachine, MachineTotals } from './rmm-judge.js';

const columns = ['verdict', 'Memorax', 'engine s', 'CPU s', 'Memorax', 'generated', 'kept', 'peak', 'MB'];
const widths = [8, 8, 9, 9, 8, 12, 10, 10, 6];

export const machineHeading = (): string => line('file', columns, '');

export function machineLine({ expected, run, broken, remarks }: JudgedMachine): string {
  const cells = [
    run.verdict,
    expected.verdict ?? '-',
    run.engineSeconds.toFixed(2),
    run.cpuSeconds.toFixed(2),
    expected.verdict === null || expected.seconds === null ? '-' : expected.seconds.toFixed(2),
    whole(run.generated),
    whole(run.kept),
    whole(run.peak),
    whole(run.peakMemoryMB),
  ];
  const marks = [...broken.map((what) => `!! ${what}`), ...remarks].join('; ');
  return line(expected.file, cells, marks);
}

const line = (name: string, cells: readonly string[], rest: string): string =>
  [name.padEnd(26), ...cells.map((cell, i) => cell.padStart(widths[i] ?? 0)), rest].join(' ').trimEnd();

const whole = (n: number): string => Math.round(n).toLocaleString('en');

export function machineSummary(files: number, totals: MachineTotals): string {
  const { both, different, answered, open, confirmed, engineSeconds, cpuSeconds, memoraxSeconds } = totals;
  const which = different.length === 0 ? '' : ` (${different.join(', ')})`;
  return [
    `${files} files: both answer ${both}, ${different.length} of them differently${which};`,
    `${answered} of ${open} answered that Memorax takes and does not answer (at least ${leastAnswered});`,
    `${confirmed} answers confirmed by the explicit engine where there is none of Memorax to be trusted;`,
    `where both answer the engine took ${engineSeconds.toFixed(2)} s, and whole processes ${cpuSeconds.toFixed(2)} s of CPU time;`,
    `Memorax ${memoraxSeconds.toFixed(2)} s`,
  ].join('\n');
}
