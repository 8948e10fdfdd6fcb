import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Children } from '../../src/compare/children.js';
import type { ChildEnd } from '../../src/compare/children.js';
import { numberField } from '../../src/support/json-fields.js';
import { checkedSets } from '../../test/support/fences/checked-sets.js';
import { fencesOptions, fencesUsage } from './fences-options.js';
import type { FencesBench, FencesPart } from './fences-options.js';
import { cupexSubjects, publishedSubjects, ringSubjects } from './fences-subjects.js';
import type { FencesSubject } from './fences-subjects.js';
import { figuresSheet, placementSheet, rowFigures, rowTargets } from './fences-table.js';
import type { FencesRow } from './fences-table.js';
import { judge, record } from './history.js';
import { sheetText, writeSheets } from './sheet.js';

const script = resolve('dist/bin/fencepost.js');
/** A process that has found what it can tells it before it ends. */
const toEnd = 60;

/**
 * Where `fences` puts fences, and in what time; then the same by the library, where its counterexamples are given to another
 * search and each set is asked about with one fence left out.
 */
export async function benchFences(words: readonly string[]): Promise<boolean> {
  const options = fencesOptions(words);
  if (options === null) {
    process.stdout.write(`${fencesUsage}\n`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  try {
    const rows: FencesRow[] = [];
    for (const part of options.parts) {
      for (const subject of subjectsOf(part).filter((one) => isWanted(one, options)))
        rows.push(await measured({ part, subject }, options, { folder, children }));
    }
    return concluded(rows, options);
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function subjectsOf(part: FencesPart): readonly FencesSubject[] {
  switch (part) {
    case 'cupex': {
      const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'cupex');
      if (existsSync(folder)) return cupexSubjects(folder);
      process.stdout.write(`fences: the programs of paper 003 are left out: there is no ${folder}\n`);
      return [];
    }
    case 'literature':
      return publishedSubjects();
    case 'places':
      return ringSubjects();
  }
}

const isWanted = ({ name }: FencesSubject, { programs }: FencesBench): boolean =>
  programs.length === 0 || programs.includes(basename(name, '.fp'));

interface BenchRoom {
  readonly folder: string;
  readonly children: Children;
}

async function measured(
  { part, subject }: Pick<FencesRow, 'part' | 'subject'>,
  { timeout, runs }: FencesBench,
  { folder, children }: BenchRoom,
): Promise<FencesRow> {
  const { name, model, goal, bound, text, extension, first } = subject;
  process.stderr.write(`${name} ${model} ${goal}${bound === null ? '' : ` ${bound}`}\n`);
  // In a folder of its own: nothing stands beside it.
  const path = join(folder, `${basename(name).replaceAll(/\W/g, '-')}.${extension}`);
  writeFileSync(path, text);
  const args = [
    ...['fences', path, '--json', '--trace=none', `--model=${model}`, `--goal=${goal}`],
    ...[`--timeout=${timeout}`, ...(bound === null ? [] : [`--bound=${bound}`])],
    ...(first ? ['--first'] : []),
  ];
  const ends: ChildEnd[] = [];
  while (ends.length < (part === 'cupex' ? 1 : runs))
    ends.push(await children.run(script, args, { seconds: timeout + toEnd, memoryMB: null }));
  const seconds = Math.min(...ends.map((end) => end.seconds));
  const checked = await checkedSets({ path, text, model, goal, bound, first, seconds: timeout });
  return { part, subject, seconds, cost: costIn(ends[0]?.stdout ?? ''), checked };
}

function costIn(stdout: string): number | null {
  if (stdout.trim() === '') return null;
  const document: unknown = JSON.parse(stdout);
  return numberField(document, 'cost');
}

function concluded(rows: readonly FencesRow[], { parts, write }: FencesBench): boolean {
  const figures = parts.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    return own.length === 0 ? [] : [figuresSheet(part, own)];
  });
  const published = rows.filter(({ part }) => part === 'literature');
  const sheets = [...figures, ...(published.length === 0 ? [] : [placementSheet(published)])];
  for (const sheet of sheets) process.stdout.write(`\n${sheet.name}\n${sheetText(sheet)}\n`);
  record('fences', Object.fromEntries(rows.flatMap(rowFigures)));
  if (write !== null) writeSheets(write, sheets);
  process.stdout.write('\n');
  return judge(rows.flatMap(rowTargets));
}
