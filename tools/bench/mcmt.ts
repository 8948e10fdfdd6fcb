import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { readSystemCorpus } from '../corpus/cub-expected.js';
import type { SystemExpectation } from '../corpus/cub-expected.js';
import { judge, record } from './history.js';
import { nameOf, sizeTargets, tableTargets } from './mcmt-limits.js';
import type { SizeRuns, TableRun } from './mcmt-limits.js';
import { mcmtOptions, mcmtUsage } from './mcmt-options.js';
import type { McmtBench } from './mcmt-options.js';
import { notTranslated, programText } from './mcmt-programs.js';
import { dualSheet, sizeSheets, tableSheet } from './mcmt-table.js';
import { sheetText, writeSheets } from './sheet.js';
import { duallyUnderTso, runVerify } from './verify-run.js';
import type { VerifyRun } from './verify-run.js';

/** More processes than this are not tried: nothing is learnt from them. */
const mostProcesses = 12;

/**
 * The systems of the table of papers 000 and 001 under TSO by the backward engine, in processes of their own, beside what
 * Cubicle-W took; and for 2, 3, ... processes by the explicit and the dual engine, as long as these end in time.
 */
export async function benchMcmt(words: readonly string[]): Promise<boolean> {
  const options = mcmtOptions(words);
  if (options === null) {
    process.stdout.write(`${mcmtUsage}\n`);
    return false;
  }
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const rows = readSystemCorpus(corpus)
    .filter(({ inPapersTable }) => inPapersTable)
    .filter((row) => options.programs.length === 0 || options.programs.includes(nameOf(row)));
  if (rows.length === 0) {
    process.stdout.write(`mcmt: nothing to measure: there are no such systems at ${corpus}\n`);
    return words.length === 0;
  }
  process.stdout.write(
    `mcmt: fencepost verify in a process of its own; in the table the median of ${options.runs} runs\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  try {
    const table = options.parts.includes('table') ? await tableRuns(rows, options, children) : [];
    const wantsSizes = options.parts.includes('sizes');
    const sizes = wantsSizes ? await sizeRuns(rows, options, explicitly(options, children)) : [];
    const dual = wantsSizes ? await sizeRuns(rows, options, dually(options, children, folder)) : [];
    return concluded({ table, sizes, dual }, options);
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface McmtPartResult {
  readonly table: readonly TableRun[];
  readonly sizes: readonly SizeRuns[];
  readonly dual: readonly SizeRuns[];
}

function concluded({ table, sizes, dual }: McmtPartResult, options: McmtBench): boolean {
  const sheets = [
    ...(table.length === 0 ? [] : [tableSheet(table)]),
    ...(sizes.length === 0 ? [] : [...sizeSheets(sizes, options.point), dualSheet(dual, options.point)]),
  ];
  for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
  const named = [
    ...table.map(({ row, run }) => [nameOf(row), run] as const),
    ...[...sizes.map(sized('explicit')), ...dual.map(sized('dual'))].flat(),
  ];
  record('mcmt', Object.fromEntries(named.flatMap(figures)));
  if (options.write !== null) writeSheets(options.write, sheets);
  process.stdout.write('\n');
  return judge([...tableTargets(table), ...sizeTargets('explicit', sizes), ...sizeTargets('dual', dual)]);
}

const sized =
  (engine: string) =>
  ({ row, points }: SizeRuns): readonly (readonly [string, VerifyRun])[] =>
    points.map(({ processes, run }) => [`${nameOf(row)} ${engine} ${processes}`, run]);

export async function tableRuns(
  rows: readonly SystemExpectation[],
  { timeout, runs }: Pick<McmtBench, 'timeout' | 'runs'>,
  children: Children,
): Promise<readonly TableRun[]> {
  const all: TableRun[] = [];
  for (const row of rows) {
    process.stderr.write(`${nameOf(row)}\n`);
    const question = { file: row.path, model: row.model, engine: 'mcmt', procs: null, timeout, runs };
    all.push({ row, run: await runVerify(question, children) });
  }
  return all;
}

/** Asks about 2, 3, ... processes until that takes too long. */
export async function sizeRuns(
  rows: readonly SystemExpectation[],
  options: Pick<McmtBench, 'point'>,
  ask: (row: SystemExpectation, processes: number) => Promise<VerifyRun>,
): Promise<readonly SizeRuns[]> {
  const all: SizeRuns[] = [];
  for (const row of rows) {
    const points: SizeRuns['points'][number][] = [];
    for (let processes = 2; processes <= mostProcesses; processes++) {
      process.stderr.write(`${nameOf(row)} ${processes}\n`);
      const run = await ask(row, processes);
      points.push({ processes, run });
      if (!run.answered || run.seconds > options.point) break;
    }
    all.push({ row, points });
  }
  return all;
}

export const explicitly =
  ({ point }: Pick<McmtBench, 'point'>, children: Children) =>
  async (row: SystemExpectation, processes: number): Promise<VerifyRun> => {
    const question = { file: row.path, model: row.model, engine: 'explicit', procs: processes };
    return runVerify({ ...question, timeout: point, runs: 1 }, children);
  };

/** By the dual engine, where the system is one that a native program can say. */
const dually =
  ({ point }: McmtBench, children: Children, folder: string) =>
  async (row: SystemExpectation, processes: number): Promise<VerifyRun> => {
    const file = join(folder, `${nameOf(row)}-${processes}.fp`);
    const text = programText(row, processes);
    if (text === null) return notTranslated;
    writeFileSync(file, text);
    return runVerify({ ...duallyUnderTso, file, procs: null, timeout: point, runs: 1 }, children);
  };

function figures([name, run]: readonly [string, VerifyRun]): readonly (readonly [string, number])[] {
  const { seconds, engineSeconds, states, memoryMB } = run;
  return Object.entries({ seconds, engineSeconds, states, MB: memoryMB }).flatMap(
    ([what, value]): (readonly [string, number])[] => (value === null ? [] : [[`${name}, ${what}`, value]]),
  );
}
