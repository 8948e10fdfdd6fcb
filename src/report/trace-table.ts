import type { Snapshot, Trace, TraceStep } from '../lang/run/trace.js';
import { left, renderGrid, right, wrap } from './grid.js';
import type { GridColumn, GridRow } from './grid.js';
import { amount } from './stats.js';
import type { Style } from './style.js';
import { bufferChanges, localChanges, memoryChanges, stateText, toldAction } from './trace-changes.js';

export interface TextOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly style: Style;
}

/** What a thread's column and the columns of the state need at least, to give each thread a column of its own. */
const roomForThread = 14;
const roomForState = 30;
/** Actions that say more than this are not squeezed into columns. */
const longAction = 24;
/** Of more steps only the first and the last are shown. */
const mostSteps = 2000;
/** A long table repeats its header. */
const linesPerHeader = 40;

/** One line a step: what the step does in its thread's column, then what it changes. */
export function renderTrace(trace: Trace, options: TextOptions): string {
  const lines = [
    ...(trace.path === undefined ? [] : [trace.path.join(' -> '), '']),
    ...labelled('initially', stateText(trace.initial), options),
    ...tableLines(trace, options),
    ...labelled('finally', stateText(trace.steps.at(-1)?.after ?? trace.initial), options),
  ];
  return [...lines, ...closing(trace, options)].join('\n');
}

function closing(trace: Trace, options: TextOptions): readonly string[] {
  if (trace.violated === null) return trace.conclusion === '' ? [] : wrap(trace.conclusion, options.width);
  const isReached = trace.isReached === true;
  const what = isReached ? 'reached' : 'violated';
  const lines = labelled(what, `${trace.violated}: ${trace.conclusion}`, options);
  return lines.map(isReached ? options.style.good : options.style.bad);
}

/** A paragraph with a hanging title. */
function labelled(title: string, text: string, options: TextOptions): readonly string[] {
  const indent = 11;
  return wrap(text, options.width - indent).map((line, i) =>
    `${(i === 0 ? title : '').padEnd(indent)}${line}`.trimEnd(),
  );
}

function tableLines(trace: Trace, options: TextOptions): readonly string[] {
  if (trace.steps.length === 0) return [];
  const parts = partsOf(trace);
  const layout = layoutFor(
    trace,
    parts.flatMap((part) => part.steps),
    options.width,
  );
  const rows = parts.flatMap((part) => rowsOf(part, layout, options.style, trace.loop ?? null));
  const used = layout.columns.map((_, i) => i < layout.fixed || rows.some((row) => row.cells[i] !== ''));
  const columns = layout.columns.filter((_, i) => used[i]);
  const shown = rows.map((row) => ({ ...row, cells: row.cells.filter((_, i) => used[i]) }));
  const { header, body } = renderGrid(columns, shown, options.width);
  const dimmed = header.map(options.style.dim);
  return body.flatMap((line, i) => (i % linesPerHeader === 0 ? [...dimmed, line] : [line]));
}

interface TraceColumns {
  readonly columns: readonly GridColumn[];
  /** So many columns stay, though they be empty. */
  readonly fixed: number;
  cells(step: TraceStep): readonly string[];
}

/** Steps that follow one another. */
interface TraceSection {
  /** The steps that are missing before them, as a line says. */
  readonly missing: string | null;
  /** The number of the first, from 1. */
  readonly number: number;
  readonly before: Snapshot;
  readonly steps: readonly TraceStep[];
}

/** All steps, or the first and the last. */
function partsOf({ initial, steps, leftOut }: Trace): readonly TraceSection[] {
  if (leftOut !== undefined) {
    const { index, count, reached } = leftOut;
    const missing = `... ${amount(count)} rows left out`;
    return [
      { missing: null, number: 1, before: initial, steps: steps.slice(0, index) },
      { missing, number: index + count + 1, before: reached, steps: steps.slice(index) },
    ];
  }
  const half = mostSteps / 2;
  const from = steps.length - half;
  const reached = steps[from - 1];
  if (steps.length <= mostSteps || reached === undefined)
    return [{ missing: null, number: 1, before: initial, steps }];
  const missing = `... ${amount(from - half)} rows left out: --json has them all`;
  return [
    { missing: null, number: 1, before: initial, steps: steps.slice(0, half) },
    { missing, number: from + 1, before: reached.after, steps: steps.slice(from) },
  ];
}

/** A column for each thread that moves; if there is no room for that, one column that names the thread. */
function layoutFor(trace: Trace, steps: readonly TraceStep[], width: number): TraceColumns {
  const moving = new Set(steps.map((s) => s.thread));
  const known = [...trace.initial.places.keys()].filter((t) => moving.has(t));
  const threads = [...new Set([...known, ...moving])];
  const front = [right('#'), right('line')];
  const back = ['memory', 'locals', 'buffers'].map(left);
  if (threads.length * roomForThread + roomForState <= width && !isCrowded(steps, threads, width)) {
    const own = threads.map(left);
    return {
      columns: [...front, ...own, ...back],
      fixed: front.length + own.length,
      cells: (step) => threads.map((t) => (t === step.thread ? toldAction(step) : '')),
    };
  }
  const named = ['thread', 'action'].map(left);
  return {
    columns: [...front, ...named, ...back],
    fixed: front.length + named.length,
    cells: (step) => [step.thread, toldAction(step)],
  };
}

/** Whether actions would be broken that are meant to be read in one go. */
function isCrowded(steps: readonly TraceStep[], threads: readonly string[], width: number): boolean {
  const widest = threads.map((t) =>
    steps.reduce((most, s) => (s.thread === t ? Math.max(most, toldAction(s).length) : most), 0),
  );
  return Math.max(...widest) > longAction && widest.reduce((sum, w) => sum + w, roomForState) > width;
}

function rowsOf(
  part: TraceSection,
  layout: TraceColumns,
  style: Style,
  loop: number | null,
): readonly GridRow[] {
  let { before } = part;
  const rows = part.steps.flatMap((step, i): readonly GridRow[] => {
    const cells = [
      String(part.number + i),
      step.line === null ? '' : String(step.line),
      ...layout.cells(step),
      memoryChanges(before, step.after),
      localChanges(before, step),
      bufferChanges(before, step.after),
    ];
    before = step.after;
    const row: GridRow = step.kind === 'flush' ? { cells, paint: style.flush } : { cells };
    return part.number + i - 1 === loop ? [sayingOnly('the run repeats from here:', layout), row] : [row];
  });
  if (part.missing === null) return rows;
  return [sayingOnly(part.missing, layout), ...rows];
}

const sayingOnly = (line: string, layout: TraceColumns): GridRow => ({
  cells: layout.columns.map(() => ''),
  line,
});
