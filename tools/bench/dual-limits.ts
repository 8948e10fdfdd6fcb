import { readFileSync } from 'node:fs';
import { at } from '../../src/support/invariant.js';
import type { CorpusRun, FamilyRuns, PaperRun } from './dual-table.js';
import type { BenchTarget } from './history.js';

/** Burns is the paper's hardest; the others may take the paper's time, or a second where it took less. */
const hardest = { program: 'Burns', seconds: 60, MB: 2048 };
const leastSeconds = 1;
const parameterisedSeconds = 5;

export function tableTargets(table: string, runs: readonly PaperRun[]): readonly BenchTarget[] {
  if (runs.length === 0) return [];
  return [
    right(
      table,
      runs.map(({ row, run }) => run.verdict === verdictOf(`dual/${row.sample}.fp`)),
    ),
    ...runs.flatMap((one) => limitsOf(table, one)),
  ];
}

function limitsOf(table: string, { row, run }: PaperRun): readonly BenchTarget[] {
  const seconds = (limit: number): BenchTarget => ({
    ...{ what: `${table}: ${row.program}, seconds of the process`, measured: run.seconds, limit },
    kind: 'at most',
  });
  if (row.processes === null) return [seconds(parameterisedSeconds)];
  if (row.program !== hardest.program) return [seconds(Math.max(row.seconds, leastSeconds))];
  const what = `${table}: ${row.program}, MB of the process`;
  const measured = run.memoryMB ?? Infinity;
  return [seconds(hardest.seconds), { what, measured, limit: hardest.MB, kind: 'at most' }];
}

/** Rows with more than twice the configurations of the paper, whose programs may be others. */
export function listed(table: string, runs: readonly PaperRun[]): readonly string[] {
  const many = runs.filter(({ row, run }) => (run.generated ?? 0) > 2 * row.generated);
  return many.map(({ row, run }) => {
    const times = (run.generated ?? 0) / row.generated;
    return `${table}: ${row.program} generates ${times.toFixed(1)} times the paper's configurations`;
  });
}

/** A point without an answer ends its family and is no failure; a wrong answer is. */
export function figureTargets(all: readonly FamilyRuns[]): readonly BenchTarget[] {
  if (all.length === 0) return [];
  const answers = all.flatMap(({ family, points }) =>
    points.filter(({ run }) => run.answered).map(({ run }) => run.verdict === family.expected),
  );
  const started = all.filter(({ points }) => points[0]?.run.answered === true).length;
  const what = 'figure 3: families with an answer';
  return [right('figure 3', answers), { what, measured: started, limit: all.length, kind: 'at least' }];
}

/** Only where both have an answer, and Memorax's is to be trusted. */
export function corpusTargets(runs: readonly CorpusRun[]): readonly BenchTarget[] {
  const both = runs.filter(
    ({ row, run }) => run.answered && !row.doubtful && ['safe', 'unsafe'].includes(row.verdict),
  );
  if (both.length === 0) return [];
  return [
    right(
      'corpus',
      both.map(({ row, run }) => row.verdict === run.verdict),
    ),
  ];
}

const right = (where: string, answers: readonly boolean[]): BenchTarget => ({
  what: `${where}: right answers`,
  measured: answers.filter((answer) => answer).length,
  limit: answers.length,
  kind: 'at least',
});

/** What verdicts.tsv says of all properties of a sample together, under TSO. */
function verdictOf(sample: string): string {
  const [header = '', ...lines] = readFileSync('samples/verdicts.tsv', 'utf8').split('\n');
  const column = header.split('\t').indexOf('tso');
  const verdicts = lines
    .map((line) => line.split('\t'))
    .filter((cells) => cells[0] === sample)
    .map((cells) => at(cells, column));
  return verdicts.includes('unsafe') ? 'unsafe' : 'safe';
}
