import { at } from '../../src/support/invariant.js';
import { measure } from '../bench/abstract.js';
import type { Measured } from '../bench/abstract-figures.js';
import { subjects } from '../bench/abstract-subjects.js';
import { paperRows } from '../bench/paper-tables.js';
import type { PaperRow } from '../bench/paper-tables.js';
import { left, right } from '../bench/sheet.js';
import type { Sheet } from '../bench/sheet.js';
import { count, decimals, notMeasured } from './reproduced.js';
import type { Reproduced, Workplace } from './reproduced.js';

/** Tables 1 and 2 of paper 003: the first without, the second with extrapolated cubes and what they are compared with. */
const tables: readonly { readonly name: string; readonly programs: readonly string[] }[] = [
  { name: 'reproduced 003 table 1', programs: ['dekker', 'peterson', 'abp', 'szymanski'] },
  { name: 'reproduced 003 table 2', programs: ['queue', 'bakery', 'ticket'] },
];

interface PredicateRun {
  readonly row: PaperRow;
  /** Null: the program is not at hand. */
  readonly ours: Measured | null;
}

export const predicateTables: Reproduced = {
  name: '003',
  measure: async (place) => {
    const runs = await runsOf(paperRows, place);
    return tables.map(({ name, programs }) =>
      sheetOf(
        name,
        runs.filter(({ row }) => programs.includes(row.program)),
      ),
    );
  },
};

async function runsOf(
  rows: readonly PaperRow[],
  { children, folder, limits }: Workplace,
): Promise<readonly PredicateRun[]> {
  const all: PredicateRun[] = [];
  for (const row of rows) {
    process.stderr.write(`${row.program} ${row.model} ${row.method}\n`);
    // Made anew for each: programs of one name under several models are one file.
    const subject = subjects([row.model], folder).find(({ program }) => program === row.program);
    const options = { runs: 1, timeout: limits.timeout, encoding: 'shapes' };
    const ours = subject === undefined ? null : await measure(subject, row.method, 'auto', options, children);
    all.push({ row, ours });
  }
  return all;
}

/** Each figure twice: the paper's, and ours behind it. */
const pairs = ['preds', 'given cubes', 'queries', 'build s', 'used', 'size', 'states', 'MB', 'check s'];

const sheetOf = (name: string, runs: readonly PredicateRun[]): Sheet => ({
  name,
  columns: [
    ...['program', 'method', 'model'].map(left),
    ...pairs.flatMap((title) => [right(`${title}, paper`), right('ours')]),
    ...[left('paper says'), left('ours says')],
  ],
  rows: runs.map(({ row, ours }) => [
    ...[row.program, row.method, row.model],
    ...paperCells(row).flatMap((cell, i) => [cell, ours === null ? '-' : at(ourCells(ours), i)]),
    row.measured === null ? 'no answer in 10 h' : 'safe',
    verdictOf(ours),
  ]),
});

function paperCells({ predicates, inputCubes, measured: m }: PaperRow): readonly string[] {
  const figures =
    m === null
      ? pairs.slice(2).map(() => '-')
      : [
          ...[count(m.smtCalls), decimals(m.buildSeconds, 1), count(m.cubesUsed), count(m.cubeSize)],
          ...[count(m.states), count(m.memoryMB), decimals(m.checkSeconds, 1)],
        ];
  return [count(predicates), count(inputCubes), ...figures];
}

const ourCells = ({ run }: Measured): readonly string[] => [
  ...[count(run.predicates), count(run.inputCubes), count(run.smtCalls), decimals(run.buildSeconds)],
  ...[count(run.cubesUsed), count(run.cubeSize), count(run.states), count(run.memoryMB)],
  decimals(run.checkSeconds),
];

function verdictOf(ours: Measured | null): string {
  if (ours === null) return notMeasured;
  const { verdict, reason } = ours.run;
  return reason === null ? (verdict ?? 'none') : `${verdict ?? 'none'} (${reason})`;
}
