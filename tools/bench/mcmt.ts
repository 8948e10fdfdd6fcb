import { join } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { readSystemCorpus } from '../corpus/cub-expected.js';
import type { SystemExpectation } from '../corpus/cub-expected.js';
import { judge, record } from './history.js';
import { nameOf, sizeTargets, tableTargets } from './mcmt-limits.js';
import { mcmtOptions, mcmtUsage } from './mcmt-options.js';
import type { McmtBench } from './mcmt-options.js';
import { sizeSheets, tableSheet } from './mcmt-table.js';
import type { SizeRuns, TableRun } from './mcmt-table.js';
import { sheetText, writeSheets } from './sheet.js';
import { runVerify } from './verify-run.js';
import type { VerifyRun } from './verify-run.js';

/** More processes than this are not tried: nothing is learnt from them. */
const mostProcesses = 12;

/**
 * The systems of the table of papers 000 and 001 under TSO by the backward engine, in processes of their own, beside what
 * Cubicle-W took; and for 2, 3, ... processes by the explicit engine, as long as that ends in time.
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
  const children = new Children(new AbortController().signal);
  try {
    const table = options.parts.includes('table') ? await tableRuns(rows, options, children) : [];
    const sizes = options.parts.includes('sizes') ? await sizeRuns(rows, options, children) : [];
    return concluded(table, sizes, options);
  } finally {
    children.close();
  }
}

function concluded(table: readonly TableRun[], sizes: readonly SizeRuns[], options: McmtBench): boolean {
  const sheets = [
    ...(table.length === 0 ? [] : [tableSheet(table)]),
    ...(sizes.length === 0 ? [] : sizeSheets(sizes, options.point)),
  ];
  for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
  const named = [
    ...table.map(({ row, run }) => [nameOf(row), run] as const),
    ...sizes.flatMap(({ row, points }) =>
      points.map(({ processes, run }) => [`${nameOf(row)} ${processes}`, run] as const),
    ),
  ];
  record('mcmt', Object.fromEntries(named.flatMap(figures)));
  if (options.write !== null) writeSheets(options.write, sheets);
  process.stdout.write('\n');
  return judge([...tableTargets(table), ...sizeTargets(sizes)]);
}

async function tableRuns(
  rows: readonly SystemExpectation[],
  { timeout, runs }: McmtBench,
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

async function sizeRuns(
  rows: readonly SystemExpectation[],
  { point }: McmtBench,
  children: Children,
): Promise<readonly SizeRuns[]> {
  const all: SizeRuns[] = [];
  for (const row of rows) {
    const points: SizeRuns['points'][number][] = [];
    for (let processes = 2; processes <= mostProcesses; processes++) {
      process.stderr.write(`${nameOf(row)} ${processes}\n`);
      const question = { file: row.path, model: row.model, engine: 'explicit', procs: processes };
      const run = await runVerify({ ...question, timeout: point, runs: 1 }, children);
      points.push({ processes, run });
      if (!run.answered || run.seconds > point) break;
    }
    all.push({ row, points });
  }
  return all;
}

function figures([name, run]: readonly [string, VerifyRun]): readonly (readonly [string, number])[] {
  const { seconds, engineSeconds, states, memoryMB } = run;
  return Object.entries({ seconds, engineSeconds, states, MB: memoryMB }).flatMap(
    ([what, value]): (readonly [string, number])[] => (value === null ? [] : [[`${name}, ${what}`, value]]),
  );
}
