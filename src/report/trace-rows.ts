import type { Snapshot, Trace, TraceStep } from '../lang/run/trace.js';
import { amount } from './stats.js';

/** How a run is told: every step, without those that can be left out, or that for long runs only. */
export type TraceForm = 'text' | 'short' | 'full';

/** What follows one another when a run is told. Steps are numbered from 1. */
export type TraceRow =
  | { readonly kind: 'step'; readonly number: number; readonly step: TraceStep; readonly before: Snapshot }
  | FoldedRow
  | { readonly kind: 'note'; readonly text: string };

/** Steps that a short telling leaves out: at least two in a row. */
export interface FoldedRow {
  readonly kind: 'fold';
  readonly number: number;
  readonly steps: readonly TraceStep[];
  readonly before: Snapshot;
}

/** Without a wish, more steps than these are told in short. */
const mostInFull = 25;
/** Of more rows only the first and the last are shown. */
const mostRows = 2000;

/** In short, where that was asked for or the run is long. */
export const isShort = ({ steps }: Trace, form: TraceForm): boolean =>
  form === 'short' || (form === 'text' && steps.length > mostInFull);

export function traceRows(trace: Trace, form: TraceForm): readonly TraceRow[] {
  const short = isShort(trace, form);
  const rows: TraceRow[] = [];
  let before = trace.initial;
  let number = 1;
  for (const [i, step] of trace.steps.entries()) {
    if (trace.leftOut?.index === i) {
      rows.push({ kind: 'note', text: `... ${amount(trace.leftOut.count)} rows left out` });
      before = trace.leftOut.reached;
      number += trace.leftOut.count;
    }
    if (trace.loop === i) rows.push({ kind: 'note', text: 'the run repeats from here:' });
    const last = rows.at(-1);
    if (short && step.aside !== undefined && last?.kind === 'fold')
      rows.splice(-1, 1, { ...last, steps: [...last.steps, step] });
    else if (short && step.aside !== undefined) rows.push({ kind: 'fold', number, steps: [step], before });
    else rows.push({ kind: 'step', number, step, before });
    before = step.after;
    number++;
  }
  return shortened(rows.map(withoutSingle));
}

/** One step takes no more room than to say that it is left out. */
function withoutSingle(row: TraceRow): TraceRow {
  const [step, second] = row.kind === 'fold' ? row.steps : [];
  if (row.kind !== 'fold' || step === undefined || second !== undefined) return row;
  return { kind: 'step', number: row.number, step, before: row.before };
}

/** All rows, or the first and the last. */
function shortened(rows: readonly TraceRow[]): readonly TraceRow[] {
  if (rows.length <= mostRows) return rows;
  const half = mostRows / 2;
  const text = `... ${amount(rows.length - mostRows)} rows left out: --json has them all`;
  return [...rows.slice(0, half), { kind: 'note', text }, ...rows.slice(-half)];
}

/** `... steps 5 to 8 of P and Q`. */
export function foldText({ number, steps }: FoldedRow): string {
  const threads = [...new Set(steps.map(({ thread }) => thread))];
  const last = threads.slice(-1).join('');
  const names = threads.length < 2 ? last : `${threads.slice(0, -1).join(', ')} and ${last}`;
  return `... steps ${number} to ${number + steps.length - 1} of ${names}`;
}

/** How many steps are left out and why; null: none. */
export function foldedText(rows: readonly TraceRow[], all: number): string | null {
  const folded = rows.flatMap((row) => (row.kind === 'fold' ? row.steps : []));
  if (folded.length === 0) return null;
  const local = folded.filter(({ aside }) => aside === 'local').length;
  const kinds = [
    ...(local > 0 ? [`${amount(local)} that only compute`] : []),
    ...(folded.length > local ? [`${amount(folded.length - local)} that nothing shown depends on`] : []),
  ];
  return `${amount(folded.length)} of ${amount(all)} steps are folded: ${kinds.join(', ')}; --trace full shows all`;
}
