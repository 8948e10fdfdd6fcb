import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Algorithm, AtomicWritesReport } from '../../src/synthesis/synthesis-report.js';
import { fencesAsked, leastByAnotherSearch } from '../../test/support/synthesis/fences-asked.js';
import { atomicSubjects } from './atomic-subjects.js';
import type { AtomicSubject } from './atomic-subjects.js';
import { judge, record } from './history.js';
import type { BenchTarget } from './history.js';
import { changedBy } from './option-words.js';
import { left, right, sheetText, writeSheets } from './sheet.js';
import type { Sheet } from './sheet.js';

export interface AtomicBench {
  /** For each set of questions. */
  readonly timeout: number;
  /** A page whose table is written anew; null: none. */
  readonly write: string | null;
}

const usual: AtomicBench = { timeout: 600, write: null };

export interface AtomicRow {
  readonly subject: AtomicSubject;
  readonly waits: 'all' | 'own';
  readonly exact: AtomicWritesReport;
  readonly hazard: AtomicWritesReport;
  /** What another search finds for the counterexamples of the exact one. */
  readonly checked: number | null;
}

/** Table I of paper 004: the smallest sets of atomic writes, under both readings of rule 3, beside what the paper's tool made atomic. */
export async function benchAtomic(words: readonly string[]): Promise<boolean> {
  const options = changedBy(words, usual, change);
  if (options === null) {
    process.stdout.write('options: --timeout SECONDS, --write FILE.md\n');
    return false;
  }
  const rows = await atomicRows(options);
  const sheet = atomicSheet(rows);
  process.stdout.write(`\n${sheetText(sheet)}\n\n`);
  record('atomic', Object.fromEntries(rows.flatMap(figures)));
  if (options.write !== null) writeSheets(options.write, [sheet]);
  return judge(rows.flatMap(targets));
}

/** Every model by both algorithms under both readings. */
export async function atomicRows(options: Pick<AtomicBench, 'timeout'>): Promise<readonly AtomicRow[]> {
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const rows: AtomicRow[] = [];
  for (const subject of atomicSubjects(corpus).filter(({ file }) => existsSync(file))) {
    for (const waits of ['all', 'own'] as const) {
      process.stderr.write(`${subject.name}, ${waits}\n`);
      const exact = await ask(subject, waits, 'exact', options);
      const hazard = await ask(subject, waits, 'hazard', options);
      const checked = exact.found === null ? null : leastByAnotherSearch(exact.found);
      rows.push({ subject, waits, exact, hazard, checked });
    }
  }
  return rows;
}

function change(name: string, value: string): Partial<AtomicBench> | null {
  if (name === '--timeout') return Number(value) > 0 ? { timeout: Number(value) } : null;
  return name === '--write' ? { write: value } : null;
}

async function ask(
  { file, properties, invariants, formulas }: AtomicSubject,
  waits: 'all' | 'own',
  algorithm: Algorithm,
  { timeout }: Pick<AtomicBench, 'timeout'>,
): Promise<AtomicWritesReport> {
  const question = { file, waits, algorithm, properties, invariants, formulas, seconds: timeout };
  const report = await fencesAsked(question);
  for (const { message } of report.verify.errors) process.stderr.write(`${file}: ${message}\n`);
  return report;
}

const sizeOf = ({ found }: AtomicWritesReport): number | null => found?.sets[0]?.length ?? null;
const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(value);

export function atomicSheet(rows: readonly AtomicRow[]): Sheet {
  return {
    name: 'atomic',
    columns: [
      ...[left('model'), left('property'), right('processes'), left('waits for')],
      ...[right('writes'), right('smallest'), right('sets'), right('checked')],
      ...[right('questions'), right('counterexamples'), right('s')],
      ...[right('hazard'), right('questions'), right('paper: writes'), right('atomic')],
    ],
    rows: rows.map(({ subject, waits, exact, hazard, checked }) => [
      ...[subject.name, subject.property, String(subject.processes), waits],
      ...[shown(exact.found?.candidates), shown(sizeOf(exact)), setsText(exact), shown(checked)],
      ...[shown(exact.found?.queries), shown(exact.found?.counterexamples.length)],
      ...[exact.verify.stats.seconds.toFixed(1), shown(sizeOf(hazard)), shown(hazard.found?.queries)],
      ...[shown(subject.paper?.writes), shown(subject.paper?.atomic)],
    ]),
  };
}

const setsText = ({ found }: AtomicWritesReport): string =>
  found === null ? '-' : `${found.sets.length}${found.complete ? '' : '+'}`;

const nameOf = ({ subject, waits }: AtomicRow): string => `${subject.name} ${waits}`;

const figures = (row: AtomicRow): readonly (readonly [string, number])[] => [
  [`${nameOf(row)}, seconds`, row.exact.verify.stats.seconds],
  [`${nameOf(row)}, questions`, row.exact.found?.queries ?? NaN],
  [`${nameOf(row)}, smallest`, sizeOf(row.exact) ?? NaN],
  [`${nameOf(row)}, hazard`, sizeOf(row.hazard) ?? NaN],
];

/** Each has smallest sets, the counterexamples allow none smaller, and two processes of Peterson need four writes at most. */
function targets(row: AtomicRow): readonly BenchTarget[] {
  const { subject, exact, checked } = row;
  const size = sizeOf(exact);
  const isProved = exact.found?.minimal === true && exact.found.complete && size !== null;
  const proved = { what: `${nameOf(row)}: all smallest sets found`, measured: isProved ? 1 : 0 };
  const difference = Math.abs((checked ?? NaN) - (size ?? NaN));
  return [
    { ...proved, limit: 1, kind: 'at least' },
    {
      ...{ what: `${nameOf(row)}: another search's size differs by`, measured: difference },
      ...{ limit: 0, kind: 'at most' },
    },
    ...(subject.name === 'peterson' ? [atMostFour(row, size)] : []),
  ];
}

const atMostFour = (row: AtomicRow, size: number | null): BenchTarget => ({
  ...{ what: `${nameOf(row)}: writes`, measured: size ?? Infinity, limit: 4, kind: 'at most' },
});
