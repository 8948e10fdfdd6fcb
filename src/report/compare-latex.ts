import { tableColumns } from './compared-run.js';
import type { ComparedColumn, ComparedRun } from './compared-run.js';
import { scoresOf } from './comparison-scores.js';
import { scoreColumns, tellsSomething } from './score-table.js';

/** More rows than these do not fit a page. */
const rowsOfPage = 45;

/** A table as papers have it: no vertical lines, the name of a file once, a little room before the next. */
export function compareLatex(runs: readonly ComparedRun[]): string {
  const columns = tableColumns.filter((column) => runs.some((run) => column.shown(run) !== null));
  const isLong = runs.length > rowsOfPage;
  const scores = scoresOf(runs);
  return [
    `% needs \\usepackage{booktabs}${isLong ? ' and \\usepackage{longtable}' : ''}`,
    tabular(columns, linesOf(columns, runs), isLong),
    ...(tellsSomething(scores)
      ? [
          '',
          tabular(
            scoreColumns(scores),
            scores.map((score) => row(scoreColumns(scores).map(({ shown }) => escaped(shown(score))))),
            false,
          ),
        ]
      : []),
  ].join('\n');
}

interface LatexColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

function tabular(columns: readonly LatexColumn[], lines: readonly string[], isLong: boolean): string {
  const name = isLong ? 'longtable' : 'tabular';
  const form = columns.map(({ align }) => (align === 'left' ? 'l' : 'r')).join('');
  return [
    `\\begin{${name}}{@{}${form}@{}}`,
    '\\toprule',
    row(columns.map(({ title }) => escaped(title))),
    '\\midrule',
    ...(isLong ? ['\\endhead', '\\bottomrule', '\\endfoot'] : []),
    ...lines,
    ...(isLong ? [] : ['\\bottomrule']),
    `\\end{${name}}`,
  ].join('\n');
}

const row = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

function linesOf(columns: readonly ComparedColumn[], runs: readonly ComparedRun[]): readonly string[] {
  return runs.flatMap((run, index) => {
    const before = runs[index - 1];
    const isSame = before?.file === run.file;
    const cells = columns.map((column) => (column.name === 'algorithm' && isSame ? '' : cellOf(column, run)));
    return [...(before === undefined || isSame ? [] : ['\\addlinespace']), row(cells)];
  });
}

/** Dashes for what does not apply, and thin spaces between thousands. */
function cellOf(column: ComparedColumn, run: ComparedRun): string {
  const shown = column.shown(run);
  if (shown === null) return '--';
  const text = escaped(shown);
  return column.align === 'right' ? text.replaceAll(' ', '\\,').replaceAll('..', '--') : text;
}

const replacements: ReadonlyMap<string, string> = new Map([
  ['\\', '\\textbackslash{}'],
  ['~', '\\textasciitilde{}'],
  ['^', '\\textasciicircum{}'],
  ['<', '\\textless{}'],
  ['>', '\\textgreater{}'],
  ['|', '\\textbar{}'],
  ['"', "''"],
]);

/** What is not in ASCII stays: every LaTeX of the last years reads UTF-8, as far as its fonts go. */
const escaped = (text: string): string =>
  text
    .replace(/[\\~^<>|"{}$&#_%]/g, (special) => replacements.get(special) ?? `\\${special}`)
    .replace(/[\u0000-\u001f]/g, ' ');
