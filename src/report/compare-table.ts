import { listColumns, tableColumns } from './compared-run.js';
import type { ComparedColumn, ComparedRun } from './compared-run.js';
import { scoresOf } from './comparison-scores.js';
import type { ComparisonScore } from './comparison-scores.js';
import { scoreColumns, scoreText, tellsSomething } from './score-table.js';
import { renderGrid } from './grid.js';
import { verdictPaint } from './report-text.js';
import type { TextOptions } from './trace-table.js';

/** Stands where a field does not apply. */
const absent = '-';

export function compareText(runs: readonly ComparedRun[], { width, style }: TextOptions): string {
  const columns = columnsFor(runs);
  const rows = runs.map((run) => ({
    cells: columns.map((column) => column.shown(run) ?? absent),
    paint: verdictPaint(run.verdict, style),
  }));
  const grid = renderGrid(columns, rows, width);
  const scores = scoresOf(runs);
  return [
    ...[...grid.header.map(style.dim), ...grid.body],
    ...(tellsSomething(scores) ? ['', scoreText(scores, { width, style })] : []),
  ].join('\n');
}

export function compareMarkdown(runs: readonly ComparedRun[]): string {
  const columns = columnsFor(runs);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column) => column.title)),
    line(columns.map((column) => (column.align === 'right' ? '---:' : '---'))),
    ...runs.map((run) => line(columns.map((column) => escaped(column.shown(run) ?? absent)))),
    ...scoreLines(scoresOf(runs), line),
  ].join('\n');
}

function scoreLines(
  scores: readonly ComparisonScore[],
  line: (cells: readonly string[]) => string,
): readonly string[] {
  if (!tellsSomething(scores)) return [];
  const columns = scoreColumns(scores);
  return [
    ...['', line(columns.map(({ title }) => title))],
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...scores.map((score) => line(columns.map(({ shown }) => escaped(shown(score))))),
  ];
}

/** One line a run, below the names of all columns. What does not apply is empty. */
export function compareCsv(runs: readonly ComparedRun[]): string {
  const rows = [
    listColumns.map((column) => column.name),
    ...runs.map((run) => listColumns.map((column) => String(column.value(run) ?? ''))),
  ];
  return rows.map((cells) => cells.map(quoted).join(',')).join('\n');
}

/** A table for people leaves out what no run has. */
function columnsFor(runs: readonly ComparedRun[]): readonly ComparedColumn[] {
  return tableColumns.filter((column) => runs.some((run) => column.shown(run) !== null));
}

/** RFC 4180. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const escaped = (text: string): string => text.replace(/[\\|`*_<]/g, '\\$&').replace(/\s/g, ' ');
