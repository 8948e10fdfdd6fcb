import { left, renderGrid, right } from './grid.js';
import type { ComparisonScore } from './comparison-scores.js';
import type { TextOptions } from './trace-table.js';

export interface ScoreColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly shown: (score: ComparisonScore) => string;
}

const number = (title: string, shown: (score: ComparisonScore) => number | null): ScoreColumn => ({
  title,
  align: 'right',
  shown: (score) => shown(score)?.toString() ?? '-',
});

const usual: readonly ScoreColumn[] = [
  { title: 'way', align: 'left', shown: ({ way }) => way },
  { title: 'solved', align: 'right', shown: ({ safe, unsafe, rows }) => `${safe + unsafe}/${rows}` },
  number('safe', ({ safe }) => safe),
  number('unsafe', ({ unsafe }) => unsafe),
  number('open', ({ open }) => open),
];

const judging: readonly ScoreColumn[] = [
  number('right', ({ right: count }) => count),
  number('wrong', ({ wrong }) => wrong),
  number('score', ({ score }) => score),
];

const times: readonly ScoreColumn[] = [
  { title: 'wall', align: 'right', shown: ({ wallSeconds }) => wallSeconds.toFixed(2) },
  { title: 'CPU', align: 'right', shown: ({ cpuSeconds }) => cpuSeconds.toFixed(2) },
];

/** What the table of scores has: judgements only where verdicts are known. */
export const scoreColumns = (scores: readonly ComparisonScore[]): readonly ScoreColumn[] => [
  ...usual,
  ...(scores.some(({ score }) => score !== null) ? judging : []),
  ...times,
];

/** One score tells nothing that a short table does not. */
export const tellsSomething = (scores: readonly ComparisonScore[]): boolean =>
  scores.length > 1 || scores.some(({ rows, score }) => rows > 9 || score !== null);

export function scoreText(scores: readonly ComparisonScore[], { width, style }: TextOptions): string {
  const columns = scoreColumns(scores);
  const heads = columns.map(({ title, align }) => (align === 'left' ? left(title) : right(title)));
  const grid = renderGrid(
    heads,
    scores.map((score) => ({ cells: columns.map(({ shown }) => shown(score)) })),
    width,
  );
  return [...grid.header.map(style.dim), ...grid.body].join('\n');
}
