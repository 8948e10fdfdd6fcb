import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipelines } from '../../src/cli/pipelines.js';
import { languages } from '../../src/frontends/index.js';
import { modelNamed } from '../../src/memory/index.js';
import { fencesOfFile } from '../../src/synthesis/fences-file.js';
import type { Algorithm, FencesReport, FoundSets, FoundWrite } from '../../src/synthesis/report.js';
import { invariant } from '../../src/support/check.js';
import { usualAbstraction } from '../../src/verify/abstraction-options.js';
import { smallestSize } from '../../test/support/smallest-size.js';
import { atomicSubjects } from './atomic-subjects.js';
import type { AtomicSubject } from './atomic-subjects.js';
import { judge, record } from './history.js';
import type { Target } from './history.js';
import { changedBy } from './option-words.js';
import { left, right, sheetText, writeSheets } from './sheet.js';
import type { Sheet } from './sheet.js';

interface AtomicBench {
  /** For each set of questions. */
  readonly timeout: number;
  /** A page whose table is written anew; null: none. */
  readonly write: string | null;
}

const usual: AtomicBench = { timeout: 600, write: null };

interface Row {
  readonly subject: AtomicSubject;
  readonly waits: 'all' | 'own';
  readonly exact: FencesReport;
  readonly hazard: FencesReport;
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
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const rows: Row[] = [];
  for (const subject of atomicSubjects(corpus).filter(({ file }) => existsSync(file))) {
    for (const waits of ['all', 'own'] as const) {
      process.stderr.write(`${subject.name}, ${waits}\n`);
      const exact = await ask(subject, waits, 'exact', options);
      const hazard = await ask(subject, waits, 'hazard', options);
      rows.push({ subject, waits, exact, hazard, checked: exact.found === null ? null : check(exact.found) });
    }
  }
  const sheet = sheetOf(rows);
  process.stdout.write(`\n${sheetText(sheet)}\n\n`);
  record('atomic', Object.fromEntries(rows.flatMap(figures)));
  if (options.write !== null) writeSheets(options.write, [sheet]);
  return judge(rows.flatMap(targets));
}

function change(name: string, value: string): Partial<AtomicBench> | null {
  if (name === '--timeout') return Number(value) > 0 ? { timeout: Number(value) } : null;
  return name === '--write' ? { write: value } : null;
}

async function ask(
  subject: AtomicSubject,
  waits: 'all' | 'own',
  algorithm: Algorithm,
  { timeout }: AtomicBench,
): Promise<FencesReport> {
  const model = modelNamed('tso1', waits);
  invariant(model !== null, 'there is a model tso1');
  const options = {
    ...({ model, engine: 'auto', abstraction: usualAbstraction, bound: null, procs: null } as const),
    properties: subject.properties,
    extraInvariants: subject.invariants,
    extraFormulas: subject.formulas,
    ...{ havocRange: null, deadlock: false, timeoutSeconds: timeout, memoryMB: null },
  };
  const { signal } = new AbortController();
  const hooks = { languages, pipelines: await pipelines(), signal, progress: () => undefined };
  const report = await fencesOfFile({ path: subject.file, language: null }, options, hooks, {
    ...{ algorithm, first: false },
  });
  for (const { message } of report.verify.errors) process.stderr.write(`${subject.file}: ${message}\n`);
  return report;
}

/** The size of the smallest sets that no stored counterexample excludes, by another search than the one that found them. */
function check({ counterexamples, candidates }: FoundSets): number | null {
  const numbers = new Map<string, number>();
  const numberOf = ({ thread, transition, variable }: FoundWrite): number => {
    const key = `${thread} ${transition} ${variable}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const clauses = counterexamples.map(({ some, unless }) => ({
    some: some.map(numberOf),
    unless: unless.map(numberOf),
  }));
  return smallestSize(candidates, clauses);
}

const sizeOf = ({ found }: FencesReport): number | null => found?.sets[0]?.length ?? null;
const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(value);

function sheetOf(rows: readonly Row[]): Sheet {
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

const setsText = ({ found }: FencesReport): string =>
  found === null ? '-' : `${found.sets.length}${found.complete ? '' : '+'}`;

const nameOf = ({ subject, waits }: Row): string => `${subject.name} ${waits}`;

const figures = (row: Row): readonly (readonly [string, number])[] => [
  [`${nameOf(row)}, seconds`, row.exact.verify.stats.seconds],
  [`${nameOf(row)}, questions`, row.exact.found?.queries ?? NaN],
  [`${nameOf(row)}, smallest`, sizeOf(row.exact) ?? NaN],
  [`${nameOf(row)}, hazard`, sizeOf(row.hazard) ?? NaN],
];

/** Each has smallest sets, the counterexamples allow none smaller, and two processes of Peterson need four writes at most. */
function targets(row: Row): readonly Target[] {
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

const atMostFour = (row: Row, size: number | null): Target => ({
  ...{ what: `${nameOf(row)}: writes`, measured: size ?? Infinity, limit: 4, kind: 'at most' },
});
