import { at } from '../support/invariant.js';

export interface GridColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Where room is short it gives way before all others. */
  readonly yields?: true;
}

export const left = (title: string): GridColumn => ({ title, align: 'left' });
export const right = (title: string): GridColumn => ({ title, align: 'right' });

export interface GridRow {
  readonly cells: readonly string[];
  /** Applied to each finished line, so that it does not count as width. */
  readonly paint?: (line: string) => string;
  /** Takes the place of the cells, however wide it is. */
  readonly line?: string;
  /** The number of a cell that may reach over the columns to its right: what is in those stands on the line below. */
  readonly spills?: number;
}

/** The narrowest a column is squeezed to; a shorter content keeps its own width. */
const narrowest = 8;
const gap = '  ';

/** Usually one line a row. */
export interface Grid {
  readonly header: readonly string[];
  readonly body: readonly string[];
}

/** A table no wider than `width` where that can be done; a cell too wide for its column wraps. */
export function renderGrid(columns: readonly GridColumn[], rows: readonly GridRow[], width: number): Grid {
  const widths = fitted(columns, naturalWidths(columns, rows), width - gap.length * (columns.length - 1));
  return {
    header: rowLines(columns, { cells: columns.map((c) => c.title) }, widths),
    body: rows.flatMap((row) =>
      row.spills === undefined
        ? rowLines(columns, row, widths)
        : spiltLines(columns, row, { widths, width, spills: row.spills }),
    ),
  };
}

/** What each column needs for nothing in it to be broken. */
export const naturalWidths = (columns: readonly GridColumn[], rows: readonly GridRow[]): readonly number[] =>
  columns.map(({ title }, i) =>
    rows.reduce(
      (most, row) =>
        row.line === undefined && row.spills !== i ? Math.max(most, widthOf(at(row.cells, i))) : most,
      widthOf(title),
    ),
  );

/** What columns take that are so wide. */
export const widthOfAll = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1);

/** After those that yield, the widest column gives way first. */
function fitted(
  columns: readonly GridColumn[],
  natural: readonly number[],
  available: number,
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, w) => sum + w, 0) - available;
  for (const [i, { yields }] of columns.entries()) {
    if (yields !== true || excess <= 0) continue;
    const narrow = Math.max(Math.min(at(widths, i), narrowest), at(widths, i) - excess);
    excess -= at(widths, i) - narrow;
    widths[i] = narrow;
  }
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
    excess--;
  }
  return widths;
}

interface SpillRoom {
  readonly widths: readonly number[];
  readonly width: number;
  readonly spills: number;
}

function spiltLines(
  columns: readonly GridColumn[],
  row: GridRow,
  { widths, width, spills }: SpillRoom,
): readonly string[] {
  const before = row.cells.slice(0, spills).map((cell, i) => pad(cell, at(widths, i), at(columns, i).align));
  const indent = before.reduce((sum, cell) => sum + widthOf(cell) + gap.length, 0);
  const [first = '', ...more] = wrap(at(row.cells, spills), width - indent);
  const lines = [[...before, first].join(gap), ...more.map((line) => `${' '.repeat(indent)}${line}`)];
  const behind = row.cells.map((cell, i) => (i <= spills ? '' : cell));
  const { paint = (line: string): string => line } = row;
  const below = behind.some((cell) => cell !== '') ? rowLines(columns, { cells: behind }, widths) : [];
  return [...lines, ...below].map((line) => paint(line.trimEnd()));
}

function rowLines(columns: readonly GridColumn[], row: GridRow, widths: readonly number[]): string[] {
  if (row.line !== undefined) return [row.line];
  const cells = row.cells.map((cell, i) => wrap(cell, at(widths, i)));
  const height = Math.max(1, ...cells.map((c) => c.length));
  const lines: string[] = [];
  for (let k = 0; k < height; k++) {
    const parts = cells.map((cell, i) => pad(cell[k] ?? '', at(widths, i), at(columns, i).align));
    const line = parts.join(gap).trimEnd();
    lines.push(row.paint === undefined ? line : row.paint(line));
  }
  return lines;
}

/** Breaks at blanks where possible, else anywhere. At least one line. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) <= room) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cut(word, room);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

function cut(word: string, room: number): readonly string[] {
  const characters = [...word];
  const pieces: string[] = [];
  for (let i = 0; i < characters.length; i += room) pieces.push(characters.slice(i, i + room).join(''));
  return pieces;
}

function pad(text: string, width: number, align: GridColumn['align']): string {
  const filling = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + filling : filling + text;
}

const widthOf = (text: string): number => [...text].length;
