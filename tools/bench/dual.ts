import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { corpusRows } from './dual-corpus.js';
import { families, sizes } from './dual-families.js';
import type { GrowingProgram } from './dual-families.js';
import { corpusTargets, figureTargets, listed, tableTargets } from './dual-limits.js';
import { dualOptions, dualUsage } from './dual-options.js';
import type { DualBench } from './dual-options.js';
import { table1, table2 } from './dual-paper.js';
import type { DualPaperRow } from './dual-paper.js';
import { duallyUnderTso, runVerify } from './verify-run.js';
import type { VerifyRun } from './verify-run.js';
import { sheetText, writeSheets } from './sheet.js';
import type { Sheet } from './sheet.js';
import { corpusSheet, figureSheets, table1Sheet, table2Sheet } from './dual-table.js';
import type { CorpusRun, FamilyRuns, PaperRun } from './dual-table.js';
import { judge, record } from './history.js';
import type { BenchTarget } from './history.js';

/** What a part of the benchmark leaves behind. */
interface DualPartResult {
  readonly sheets: readonly Sheet[];
  readonly runs: readonly (readonly [string, VerifyRun])[];
  readonly targets: readonly BenchTarget[];
  /** Worth a look, but no failure. */
  readonly remarks: readonly string[];
}

/** The programs of paper 002 under TSO by the dual engine, in processes of their own, beside the figures of the paper. */
export async function benchDual(words: readonly string[]): Promise<boolean> {
  const options = dualOptions(words);
  if (options === null) {
    process.stdout.write(`${dualUsage}\n`);
    return false;
  }
  process.stdout.write(
    `dual: fencepost verify in a process of its own; in tables 1 and 2 the median of ${options.runs} runs\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  try {
    const outcomes: DualPartResult[] = [];
    for (const part of options.parts) {
      const outcome = await measure(part, options, folder, children);
      for (const sheet of outcome.sheets) {
        process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
      }
      outcomes.push(outcome);
    }
    return concluded(outcomes, options);
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function concluded(outcomes: readonly DualPartResult[], options: DualBench): boolean {
  const runs = outcomes.flatMap((outcome) => outcome.runs);
  if (runs.length === 0) {
    process.stdout.write('nothing to measure: no program has such a name\n');
    return false;
  }
  record('dual', Object.fromEntries(runs.flatMap(figures)));
  if (options.write !== null)
    writeSheets(
      options.write,
      outcomes.flatMap(({ sheets }) => sheets),
    );
  process.stdout.write('\n');
  for (const remark of outcomes.flatMap(({ remarks }) => remarks)) process.stdout.write(`     ${remark}\n`);
  return judge(outcomes.flatMap(({ targets }) => targets));
}

async function measure(
  part: DualBench['parts'][number],
  options: DualBench,
  folder: string,
  children: Children,
): Promise<DualPartResult> {
  const wanted = (program: string): boolean =>
    options.programs.length === 0 || options.programs.includes(program);
  switch (part) {
    case 'table-1':
    case 'table-2': {
      const rows = (part === 'table-1' ? table1 : table2).filter(({ program }) => wanted(program));
      const runs = await paperRuns(rows, options, children);
      const name = part === 'table-1' ? 'table 1' : 'table 2';
      return {
        sheets: runs.length === 0 ? [] : [part === 'table-1' ? table1Sheet(runs) : table2Sheet(runs)],
        runs: runs.map(({ row, run }) => [`${name} ${row.program}`, run]),
        targets: tableTargets(name, runs),
        remarks: listed(name, runs),
      };
    }
    case 'figure-3': {
      const runs = await familyRuns(
        families.filter(({ name }) => wanted(name)),
        options,
        folder,
        children,
      );
      return {
        sheets: runs.length === 0 ? [] : figureSheets(runs, options.point),
        runs: runs.flatMap(({ family, points }) =>
          points.map(({ processes, run }) => [`figure 3 ${family.name} ${processes}`, run] as const),
        ),
        targets: figureTargets(runs),
        remarks: [],
      };
    }
    case 'corpus': {
      const runs: CorpusRun[] = [];
      for (const row of corpusRows().filter(({ file }) => wanted(file))) {
        process.stderr.write(`${row.file}\n`);
        const question = {
          ...duallyUnderTso,
          file: row.path,
          procs: null,
          timeout: options.timeout,
          runs: 1,
        };
        runs.push({ row, run: await runVerify(question, children) });
      }
      return {
        sheets: runs.length === 0 ? [] : [corpusSheet(runs)],
        runs: runs.map(({ row, run }) => [`corpus ${row.file}`, run]),
        targets: corpusTargets(runs),
        remarks: [],
      };
    }
  }
}

export async function paperRuns(
  rows: readonly DualPaperRow[],
  { timeout, runs }: Pick<DualBench, 'timeout' | 'runs'>,
  children: Children,
): Promise<readonly PaperRun[]> {
  const all: PaperRun[] = [];
  for (const row of rows) {
    process.stderr.write(`${row.program} ${row.processes ?? 'any'}\n`);
    const file = join('samples', 'dual', `${row.sample}.fp`);
    const procs = row.processes === null ? 'any' : null;
    all.push({ row, run: await runVerify({ ...duallyUnderTso, file, procs, timeout, runs }, children) });
  }
  return all;
}

export async function familyRuns(
  chosen: readonly GrowingProgram[],
  options: Pick<DualBench, 'point'>,
  folder: string,
  children: Children,
): Promise<readonly FamilyRuns[]> {
  const all: FamilyRuns[] = [];
  for (const family of chosen) {
    process.stderr.write(`${family.name}\n`);
    const points: FamilyRuns['points'][number][] = [];
    for (const processes of sizes.filter((size) => size >= family.smallest)) {
      const file = join(folder, `${family.name.replaceAll(/\W/g, '-')}-${processes}.fp`);
      writeFileSync(file, family.text(processes));
      const question = { ...duallyUnderTso, file, procs: null, timeout: options.point, runs: 1 };
      const run = await runVerify(question, children);
      points.push({ processes, run });
      if (!run.answered || run.seconds > options.point) break;
    }
    all.push({ family, points });
  }
  return all;
}

function figures([name, run]: readonly [string, VerifyRun]): readonly (readonly [string, number])[] {
  const { engineSeconds, generated, kept, peak, memoryMB } = run;
  const known = { seconds: run.seconds, engineSeconds, generated, kept, peak, MB: memoryMB };
  return Object.entries(known).flatMap(([what, value]): (readonly [string, number])[] =>
    value === null ? [] : [[`${name}, ${what}`, value]],
  );
}
