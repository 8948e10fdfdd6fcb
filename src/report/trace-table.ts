import type { Snapshot, Trace, TraceStep } from '../lang/run/trace.js';
import { left, naturalWidths, renderGrid, right, widthOfAll, wrap } from './grid.js';
import type { GridColumn, GridRow } from './grid.js';
import type { Style } from './style.js';
import { bufferChanges, localChanges, memoryChanges, stateText, toldAction } from './trace-changes.js';
import { reasonsOf } from './trace-reasons.js';
import { foldText, foldedText, traceRows } from './trace-rows.js';
import type { FoldedRow, TraceForm, TraceRow } from './trace-rows.js';

export interface TextOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly style: Style;
}

/** What a thread's column and the columns of the state need at least, to give each thread a column of its own. */
const roomForThread = 14;
const roomForState = 30;
/** The last column of a table may be broken as long as it has that much. */
const leastLast = 18;
/** Actions that reach over other columns say more than that, and are at most that part of all. */
const leastAction = 20;
const mostSpilt = 0.25;
/** A long table repeats its header. */
const linesPerHeader = 40;

/** One line a step: what the step does in its thread's column, then what it changes; then what is wrong, and why. */
export function renderTrace(trace: Trace, options: TextOptions, form: TraceForm = 'text'): string {
  const rows = traceRows(trace, form);
  const folded = foldedText(rows, trace.steps.length);
  const lines = [
    ...(trace.path === undefined ? [] : [trace.path.join(' -> '), '']),
    ...labelled('initially', stateText(trace.initial), options),
    ...(trace.steps.length === 0 ? [] : tableLines(trace, rows, options)),
    ...labelled('finally', stateText(trace.steps.at(-1)?.after ?? trace.initial), options),
  ];
  const notes = folded === null ? [] : labelled('folded', folded, options).map(options.style.dim);
  return [...lines, ...notes, ...closing(trace, options)].join('\n');
}

function closing(trace: Trace, options: TextOptions): readonly string[] {
  if (trace.violated === null) return trace.conclusion === '' ? [] : wrap(trace.conclusion, options.width);
  const isReached = trace.isReached === true;
  const lines = labelled(
    isReached ? 'reached' : 'violated',
    `${trace.violated}: ${trace.conclusion}`,
    options,
  );
  return [
    ...lines.map(isReached ? options.style.good : options.style.bad),
    ...reasonsOf(trace).flatMap(([title, text]) => labelled(title, text, options)),
  ];
}

/** A paragraph with a hanging title. */
function labelled(title: string, text: string, options: TextOptions): readonly string[] {
  const indent = 11;
  return wrap(text, options.width - indent).map((line, i) =>
    `${(i === 0 ? title : '').padEnd(indent)}${line}`.trimEnd(),
  );
}

/**
 * A column for each thread if there is room, else one that names the thread; without that room a list. Some long actions may
 * reach over the columns behind them; in a table where many did, it would be no table.
 */
function tableLines(trace: Trace, rows: readonly TraceRow[], options: TextOptions): readonly string[] {
  const { width, style } = options;
  for (const layout of [byThreads(trace, rows, width), listed]) {
    const table = layout === null ? null : fittingTable(layout, rows, options);
    if (table !== null) return withHeaders(table.columns, table.rows, options);
  }
  const columns = [...front, ...named];
  const { header, body } = renderGrid(
    columns.map(yieldingLast),
    narrowRows(columns, rows, width, style),
    width,
  );
  return [...header.map(style.dim), ...body];
}

interface TraceTable {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

/** With as few actions as can be that reach over other columns; null: there is no such table in the width. */
function fittingTable(
  layout: TraceColumns,
  rows: readonly TraceRow[],
  options: TextOptions,
): TraceTable | null {
  const steps = rows.flatMap((row) => (row.kind === 'step' ? [toldAction(row.step).length] : []));
  const lengths = [...new Set([...steps, leastAction].filter((length) => length >= leastAction))];
  for (const longest of lengths.toSorted((a, b) => b - a)) {
    if (steps.filter((length) => length > longest).length > steps.length * mostSpilt) return null;
    const table = tableOf(layout, rows, longest, options);
    const natural = naturalWidths(table.columns, table.rows);
    const last = natural.at(-1) ?? 0;
    if (widthOfAll(natural) - last + Math.min(last, leastLast) <= options.width) return table;
  }
  return null;
}

function withHeaders(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  { width, style }: TextOptions,
): readonly string[] {
  const { header, body } = renderGrid(columns.map(yieldingLast), rows, width);
  const dimmed = header.map(style.dim);
  let untilNext = 0;
  return body.flatMap((line) => {
    // Not between a step and what stands below it.
    const isDue = untilNext-- <= 0 && /^(?: *[0-9]|\S)/.test(line);
    if (!isDue) return [line];
    untilNext = linesPerHeader - 1;
    return [...dimmed, line];
  });
}

const yieldingLast = (column: GridColumn, i: number, all: readonly GridColumn[]): GridColumn =>
  i === all.length - 1 ? { ...column, yields: true } : column;

interface TraceColumns {
  readonly columns: readonly GridColumn[];
  /** So many columns stay, though they be empty. */
  readonly fixed: number;
  cells(step: TraceStep): readonly string[];
}

const front = [right('#'), right('line')];
const named = ['thread', 'action'].map(left);
const back = ['memory', 'locals', 'buffers'].map(left);

const listed: TraceColumns = {
  columns: [...front, ...named, ...back],
  fixed: front.length + named.length,
  cells: (step) => [step.thread, toldAction(step)],
};

/** Null: there are too many threads for that. */
function byThreads(trace: Trace, rows: readonly TraceRow[], width: number): TraceColumns | null {
  const moving = new Set(rows.flatMap((row) => (row.kind === 'step' ? [row.step.thread] : [])));
  const known = [...trace.initial.places.keys()].filter((t) => moving.has(t));
  const threads = [...new Set([...known, ...moving])];
  if (threads.length * roomForThread + roomForState > width) return null;
  const own = threads.map(left);
  return {
    columns: [...front, ...own, ...back],
    fixed: front.length + own.length,
    cells: (step) => threads.map((t) => (t === step.thread ? toldAction(step) : '')),
  };
}

/** Without the columns that stay empty; longer actions than `longest` reach over others. */
function tableOf(
  layout: TraceColumns,
  told: readonly TraceRow[],
  longest: number,
  { width, style }: TextOptions,
): TraceTable {
  const rows = told.flatMap((row): readonly GridRow[] => {
    if (row.kind !== 'step') return sayingOnly(row, layout.columns.length, width, style);
    const { number, step, before } = row;
    const actions = layout.cells(step);
    const cells = [
      ...frontCells(number, step),
      ...actions,
      memoryChanges(before, step.after),
      localChanges(before, step),
      bufferChanges(before, step.after),
    ];
    const long = actions.findIndex((cell) => cell.length > longest);
    return [{ cells, ...(long < 0 ? {} : { spills: front.length + long }), ...painted(step, style) }];
  });
  const used = layout.columns.map((_, i) => i < layout.fixed || rows.some((row) => row.cells[i] !== ''));
  return {
    columns: layout.columns.filter((_, i) => used[i]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, i) => used[i]) })),
  };
}

const frontCells = (number: number, { line }: TraceStep): readonly string[] => [
  String(number),
  line === null ? '' : String(line),
];

const painted = ({ kind }: TraceStep, style: Style): Pick<GridRow, 'paint'> =>
  kind === 'flush' ? { paint: style.flush } : {};

/** What a step changes stands on lines of its own, below what it does. */
function narrowRows(
  columns: readonly GridColumn[],
  told: readonly TraceRow[],
  width: number,
  style: Style,
): readonly GridRow[] {
  const rows = told.map((row) => {
    if (row.kind !== 'step') return { only: sayingOnly(row, columns.length, width, style) };
    const { number, step, before } = row;
    const cells = [...frontCells(number, step), step.thread, toldAction(step)];
    const changes = changesText(before, step.after, localChanges(before, step));
    return { only: [{ cells, ...painted(step, style) }], changes };
  });
  const natural = naturalWidths(
    columns,
    rows.flatMap(({ only }) => only),
  );
  const indent = widthOfAll([...natural.slice(0, -1), 2]);
  return rows.flatMap(({ only, changes = '' }): readonly GridRow[] => [
    ...only,
    ...indented(changes, indent, width).map((line) => lineRow(style.dim(line), columns.length)),
  ]);
}

const lineRow = (line: string, columns: number): GridRow => ({
  cells: Array.from({ length: columns }, () => ''),
  line,
});

function sayingOnly(
  row: Exclude<TraceRow, { readonly kind: 'step' }>,
  columns: number,
  width: number,
  style: Style,
): readonly GridRow[] {
  if (row.kind === 'note') return [lineRow(row.text, columns)];
  return foldLines(row, width).map((line) => lineRow(style.dim(line), columns));
}

/** What the steps have changed together, so that nothing is missing. */
function foldLines(row: FoldedRow, width: number): readonly string[] {
  const after = row.steps.at(-1)?.after ?? row.before;
  const changes = changesText(row.before, after, localsText(row, after));
  const [first = '', ...more] = wrap(
    changes === '' ? foldText(row) : `${foldText(row)}: ${changes}`,
    width - '... '.length,
  );
  return [first, ...more.map((line) => `    ${line}`)];
}

function localsText({ before }: FoldedRow, after: Snapshot): string {
  return [...after.locals]
    .filter(([name, value]) => before.locals.get(name) !== value)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** `memory x=1; locals r=2; buffers P: y=1`. */
const changesText = (before: Snapshot, after: Snapshot, locals: string): string =>
  [
    ['memory', memoryChanges(before, after)],
    ['locals', locals],
    ['buffers', bufferChanges(before, after)],
  ]
    .flatMap(([what, text]) => (text === '' ? [] : [`${what} ${text}`]))
    .join('; ');

const indented = (text: string, indent: number, width: number): readonly string[] =>
  text === '' ? [] : wrap(text, width - indent).map((line) => `${' '.repeat(indent)}${line}`);
