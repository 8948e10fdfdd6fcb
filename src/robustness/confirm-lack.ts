import { happensBeforeCycle } from '../evidence/happens-before.js';
import type { Before } from '../evidence/happens-before.js';
import type { TraceEvent } from '../evidence/accesses-of-run.js';
import { replay } from '../evidence/replay.js';
import type { ProgramEvidence } from '../engines/question.js';
import { lineOf, originOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import { localsOf } from '../lang/expr/expr.js';
import type { CellId, ThreadId } from '../lang/expr/ids.js';
import { printExpr } from '../lang/program/print.js';
import { reorderingText } from '../lang/run/reordering-text.js';
import type { ToldAction } from '../lang/run/reordering-text.js';
import { Machine } from '../memory/machine.js';
import { ordersWrites } from '../memory/model-questions.js';
import type { MemoryModel } from '../memory/model.js';
import type { Confirmation } from '../ask/confirm.js';
import { InternalError, at } from '../support/invariant.js';
import { robustProperty } from '../pass/attacks/attack-writer.js';

type FoundRun = Pick<ProgramEvidence, 'lowered' | 'execution'>;

/**
 * A run that SC lacks is believed if it is one of the program under the model, and its happens-before relation has a cycle:
 * no run under SC has one. Neither knows how it was found. Where the run leads to a state that SC does not reach there must
 * be a cycle, too: without one the events in an order of the relation are a run under SC to the same state.
 */
export function confirmedLack(
  { lowered, execution }: FoundRun,
  model: MemoryModel,
  kind: 'state' | 'trace',
): Confirmation {
  const machine = new Machine(lowered.reference, model);
  const run = lowered.mapBack(execution);
  const replayed = replay(machine, run, null);
  if (replayed.kind !== 'accepted')
    throw new InternalError(`the run that SC lacks does not replay: ${replayed.why}`);
  const cycle = happensBeforeCycle(machine, run);
  if (cycle === null) throw new InternalError('the run that SC lacks has the trace of a run under SC');
  const { text, line } = lackTold(machine, cycle, run.steps.at(-1)?.thread ?? null);
  const conclusion = kind === 'state' ? `no run under SC comes to this state; ${text}` : text;
  return {
    kind: 'unsafe',
    trace: { ...replayed.trace, violated: robustProperty, conclusion },
    line,
    run: { system: lowered.reference, procs: lowered.procs, execution: run, cycle: null },
  };
}

/** What SC lacks, in the words of the program, and the line of the store that is overtaken. */
function lackTold(
  machine: Machine,
  cycle: readonly Before[],
  /** Whose store is told to wait, if there is a choice. */
  thread: ThreadId | null,
): { readonly text: string; readonly line: number | null } {
  const delays = delaysIn(machine, cycle);
  const delay = delays.find((told) => told.thread === thread) ?? delays[0];
  const lead = delay === undefined ? '' : `${delay.text}; `;
  const parts = withoutStops(cycle).map((before) => beforeText(machine, before));
  return { text: `${lead}no run under SC has all of these: ${parts.join('; ')}`, line: delay?.line ?? null };
}

/** Several steps of one thread in a row are one. */
function withoutStops(cycle: readonly Before[]): readonly Before[] {
  const first = cycle.findIndex(({ kind }) => kind !== 'po');
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
  const parts: Before[] = [];
  for (const next of turned) {
    const last = next.kind === 'po' ? parts.at(-1) : undefined;
    if (last?.kind === 'po') parts.splice(-1, 1, { ...last, to: next.to });
    else parts.push(next);
  }
  return parts;
}

const lineOfEvent = ({ edges }: TraceEvent): number | null => lineOf(at(edges, 0).span);

const placeText = (event: TraceEvent): string => {
  const line = lineOfEvent(event);
  return line === null ? '' : ` (line ${line})`;
};

const passageText = (thread: string, from: number | null, to: number | null): string =>
  from === null || to === null || from === to
    ? `${thread} goes on`
    : `${thread} goes on from line ${from} to line ${to}`;

function beforeText(machine: Machine, { kind, from, to, cell }: Before): string {
  const [first, second] = [machine.thread(from.thread).name, machine.thread(to.thread).name];
  const name = cell === null ? '' : machine.cells.nameOf(cell);
  switch (kind) {
    case 'po':
      return passageText(first, lineOfEvent(from), lineOfEvent(to));
    case 'rf':
      return `${second} reads ${name}${placeText(to)} as ${first} has written it${placeText(from)}`;
    case 'co':
      return `${first} writes ${name}${placeText(from)} before ${second} does${placeText(to)}`;
    case 'fr':
      return `${first} reads ${name}${placeText(from)} before ${second} writes it${placeText(to)}`;
  }
}

interface ToldDelay {
  readonly thread: ThreadId;
  readonly text: string;
  readonly line: number | null;
}

/**
 * The stores that are overtaken: each ends a conflict, and what its thread goes on to do begins another one. Where a thread's
 * stores stay in order that is a load.
 */
function delaysIn(machine: Machine, cycle: readonly Before[]): readonly ToldDelay[] {
  return cycle.flatMap(({ to, cell, kind }, i) => {
    const ahead = [...cycle.slice(i + 1), ...cycle.slice(0, i + 1)];
    const onward = ahead.findIndex((before) => before.kind !== 'po');
    const away = ahead[onward];
    if ((kind !== 'fr' && kind !== 'co') || cell === null || onward < 1 || away === undefined) return [];
    const isRead = away.kind === 'fr';
    const store = storeTold(machine, to, cell);
    if (store === null || away.cell === null || (!isRead && ordersWrites(machine.model))) return [];
    const line = lineOfEvent(away.from);
    const later = { kind: isRead ? 'read' : 'written', text: machine.cells.nameOf(away.cell), line } as const;
    return [{ thread: to.thread, text: reorderingText(store, later), line: store.line }];
  });
}

/** Null for a locked instruction, which does not wait. */
function storeTold(machine: Machine, { thread, edges }: TraceEvent, cell: CellId): ToldAction | null {
  for (const { actions, span } of edges) {
    for (const action of actions) {
      if (action.kind !== 'store' || action.locked || action.shared !== machine.cells.variable(cell).id)
        continue;
      const value = printExpr(action.value, machine.system, thread);
      const made = [...localsOf(action.value)].some((id) => at(machine.system.locals, id).temporary);
      const written = made ? sourceText(span) : null;
      return { text: written ?? `${machine.cells.nameOf(cell)} = ${value}`, line: lineOf(span) };
    }
  }
  return null;
}

/** The longest statement that is told as it is written. */
const mostTold = 60;

/** What the user has written there, without the semicolon; null: it is long. */
function sourceText(span: Span): string | null {
  const origin = originOf(span);
  const text = origin?.source.text.slice(origin.start, origin.end).replace(/\s*;\s*$/, '') ?? '';
  return text === '' || text.length > mostTold || text.includes('\n') ? null : text;
}
