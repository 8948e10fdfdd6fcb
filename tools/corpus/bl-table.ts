import { askedMemoryMB } from './bl-judge.js';
import type { JudgedProgram } from './bl-judge.js';

const columns = ['verdict', 'Fender', 'states', 'Fender', 'seconds', 'limit', 'Fender', 'bytes', 'MB'];
const widths = [7, 7, 10, 10, 7, 6, 7, 6, 5];

export const heading = (): string => line('file', columns, '');

export function tableLine({
  expected,
  run,
  bytesPerState,
  secondsAllowed,
  broken,
  remarks,
}: JudgedProgram): string {
  const cells = [
    run.verdict,
    expected.verdict ?? '-',
    whole(run.states),
    whole(expected.states),
    run.seconds.toFixed(2),
    secondsAllowed.toFixed(2),
    expected.verdict === null ? '-' : expected.seconds.toFixed(2),
    whole(bytesPerState),
    whole(run.peakMemoryMB),
  ];
  const marks = [...broken.map((what) => `!! ${what}`), ...remarks].join('; ');
  return line(expected.name, cells, marks);
}

const line = (name: string, cells: readonly string[], rest: string): string =>
  [name.padEnd(52), ...cells.map((cell, i) => cell.padStart(widths[i] ?? 0)), rest].join(' ').trimEnd();

const whole = (n: number | null): string => (n === null ? '-' : Math.round(n).toLocaleString('en'));

export function summary(all: readonly JudgedProgram[]): string {
  const plain = all.filter(({ expected }) => expected.verdict !== null && !expected.stuck);
  const agreed = plain.filter(({ expected, run }) => run.verdict === expected.verdict);
  const open = all.filter(({ expected }) => expected.verdict === null);
  const decided = open.filter(
    ({ run, secondsAllowed }) =>
      (run.verdict === 'safe' || run.verdict === 'unsafe') &&
      run.seconds <= secondsAllowed &&
      run.peakMemoryMB <= askedMemoryMB,
  );
  const broken = all.filter((one) => one.broken.length > 0);
  const stuck = all.filter(({ expected }) => expected.stuck);
  return [
    `${all.length} files: ${agreed.length} of ${plain.length} verdicts as Fender's,`,
    `${decided.length} of ${open.length} decided where it gave none,`,
    `${stuck.length} where it got stuck;`,
    `${broken.length} with a broken limit`,
  ].join(' ');
}
