import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { growthFamilies } from './growth-families.js';
import type { GrowthFamily } from './growth-families.js';
import { growthOptions, growthUsage } from './growth-options.js';
import type { GrowthBench, GrowthModel } from './growth-options.js';
import { factorSheet, growthSheets, growthTargets, growthWays, isSmall } from './growth-table.js';
import type { GrowthLine, GrowthPoint, GrowthWay } from './growth-table.js';
import { judge, record } from './history.js';
import { sheetText, writeSheets } from './sheet.js';
import { runVerify } from './verify-run.js';

const largest = 16;

/** How the explicit engine's work grows with the number of threads, with and without its reductions. */
export async function benchGrowth(words: readonly string[]): Promise<boolean> {
  const options = growthOptions(words);
  if (options === null) {
    process.stdout.write(`${growthUsage}\n`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  try {
    return concluded(await measure(options, folder, children), options);
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  options: GrowthBench,
  folder: string,
  children: Children,
): Promise<readonly GrowthLine[]> {
  const lines: GrowthLine[] = [];
  for (const model of options.models) {
    for (const family of growthFamilies.filter(({ name }) => options.families.includes(name))) {
      for (const way of growthWays) {
        process.stderr.write(`${model}: ${family.name}, ${way.name}\n`);
        const points = await grown({ family, model, way }, options, folder, children);
        lines.push({ family, model, way, points });
      }
    }
  }
  return lines;
}

/** Larger and larger, until one takes too long. */
async function grown(
  { family, model, way }: { family: GrowthFamily; model: GrowthModel; way: GrowthWay },
  options: GrowthBench,
  folder: string,
  children: Children,
): Promise<readonly GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (let threads = family.smallest; threads <= largest; threads++) {
    const file = join(folder, `${family.name.replaceAll(/\W/g, '-')}-${threads}.fp`);
    writeFileSync(file, family.text(threads));
    const question = {
      ...{ file, model, engine: 'explicit', procs: null, timeout: options.point, words: way.words },
    };
    const first = await runVerify({ ...question, runs: 1 }, children);
    const run =
      isSmall(first) && options.runs > 1
        ? await runVerify({ ...question, runs: options.runs }, children)
        : first;
    points.push({ threads, run });
    if (!run.answered) break;
  }
  return points;
}

function concluded(lines: readonly GrowthLine[], options: GrowthBench): boolean {
  const sheets = options.models.flatMap((model) => [
    ...growthSheets(model, lines),
    factorSheet(model, lines),
  ]);
  for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
  const figures = lines.flatMap(({ family, model, way, points }) =>
    points.map(({ threads, run }): [string, number] => [
      `${family.name} ${model} ${way.name} ${threads} states`,
      run.answered ? (run.states ?? -1) : -1,
    ]),
  );
  record('growth', Object.fromEntries(figures));
  if (options.write !== null) writeSheets(options.write, sheets);
  process.stdout.write('\n');
  const wrong = lines.flatMap(({ family, points }) =>
    points
      .filter(({ run }) => run.answered && run.verdict !== 'safe')
      .map(({ threads }) => `${family.name} ${threads}`),
  );
  for (const name of wrong) process.stdout.write(`WRONG ${name}: it is safe\n`);
  return judge(growthTargets(lines)) && wrong.length === 0;
}
