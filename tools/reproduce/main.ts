import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { Children } from '../../src/compare/children.js';
import { at } from '../../src/support/invariant.js';
import { parsedJson, textField } from '../../src/support/json-fields.js';
import { changedBy, namesIn } from '../bench/option-words.js';
import { left, sheetText, writeSheets } from '../bench/sheet.js';
import type { Sheet } from '../bench/sheet.js';
import { atomicTable } from './atomic-table.js';
import { backwardTable } from './backward-table.js';
import { dualityTables } from './duality-tables.js';
import { predicateTables } from './predicate-tables.js';
import type { Reproduced, ReproductionLimits } from './reproduced.js';

const papers: readonly Reproduced[] = [predicateTables, dualityTables, backwardTable, atomicTable];

interface Reproduction extends ReproductionLimits {
  readonly only: readonly string[];
  /** The page whose tables are written anew; beside it lies the same as HTML. */
  readonly write: string;
}

const usual: Reproduction = {
  ...{ timeout: 120, point: 5 },
  only: papers.map(({ name }) => name),
  write: join('docs', 'results.md'),
};

const usage = `usage: npm run reproduce -- [--only ${usual.only.join(',')}] [--timeout SECONDS] [--point SECONDS] [--write FILE.md]\n`;

function change(name: string, value: string): Partial<Reproduction> | null {
  const seconds = Number(value) > 0 ? Number(value) : null;
  switch (name) {
    case '--timeout':
      return seconds === null ? null : { timeout: seconds };
    case '--point':
      return seconds === null ? null : { point: seconds };
    case '--only': {
      const only = namesIn(usual.only, value);
      return only === null ? null : { only };
    }
    case '--write':
      return { write: value };
    default:
      return null;
  }
}

/** Every table and figure of the papers again, each number of theirs beside ours. */
async function main(words: readonly string[]): Promise<number> {
  const options = changedBy(words, usual, change);
  if (options === null) {
    process.stderr.write(usage);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-reproduce-'));
  const children = new Children(new AbortController().signal);
  const began = performance.now();
  try {
    for (const { measure } of papers.filter(({ name }) => options.only.includes(name))) {
      const sheets = await measure({ children, folder, limits: options });
      for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
      // What is measured is kept, whatever comes after it.
      writeSheets(options.write, sheets);
    }
    const seconds = (performance.now() - began) / 1000;
    if (options.only.length === papers.length) writeSheets(options.write, [circumstances(options, seconds)]);
    writeFileSync(options.write.replace(/\.md$/, '.html'), asHtml(readFileSync(options.write, 'utf8')));
    process.stdout.write(`\n${options.write}: written after ${(seconds / 60).toFixed(1)} minutes\n`);
    return 0;
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function circumstances({ timeout, point }: Reproduction, seconds: number): Sheet {
  const processor = cpus().length === 0 ? 'unknown' : at(cpus(), 0).model.trim();
  const version = textField(parsedJson(readFileSync('package.json', 'utf8')), 'version');
  return {
    name: 'reproduced on',
    columns: [left('what'), left('')],
    rows: [
      ['fencepost', version ?? '-'],
      ['Node', process.version],
      ['machine', `${processor}, ${availableParallelism()} cores, ${type()} ${release()}`],
      ['limits', `${timeout} s a run, ${point} s a point of a curve`],
      ['the whole campaign', `${(seconds / 60).toFixed(1)} minutes`],
      ['day', new Date().toISOString().slice(0, 10)],
    ],
  };
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;display:block;overflow-x:auto;font-size:.85rem}
th,td{padding:.2rem .5rem;border-bottom:1px solid #8886;white-space:nowrap}th{text-align:left}
@media (prefers-color-scheme:dark){body{background:#111;color:#ddd}a{color:#8bf}}`;

const asHtml = (markdown: string): string =>
  `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>fencepost: the tables of the papers</title>\n<style>${style}</style>\n` +
  `${new MarkdownIt({ html: true }).render(markdown)}</html>\n`;

process.exitCode = await main(process.argv.slice(2));
