import { happensBeforeCycle } from '../evidence/happens-before.js';
import type { Before, TraceEvent } from '../evidence/happens-before.js';
import { replay } from '../evidence/replay.js';
import type { ProgramEvidence } from '../engines/question.js';
import { lineOf } from '../diagnostics/span.js';
import type { CellId } from '../lang/expr/ids.js';
import { printExpr } from '../lang/program/print.js';
import { reorderingText } from '../lang/run/reordering-text.js';
import type { ToldAction } from '../lang/run/reordering-text.js';
import { Machine } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import type { Confirmation } from '../ask/confirm.js';
import { InternalError, at } from '../support/invariant.js';
import { robustProperty } from '../pass/attacks/attack-writer.js';

/**
 * An attack is believed if its run is one of the program under the model, and its happens-before relation has a cycle: no
 * run under SC has one. Neither knows of the instrumentation.
 */
export function confirmedAttack({ lowered, execution }: ProgramEvidence, model: MemoryModel): Confirmation {
  const machine = new Machine(lowered.reference, model);
  const run = lowered.mapBack(execution);
  const replayed = replay(machine, run, null);
  if (replayed.kind !== 'accepted') throw new InternalError(`the attack does not replay: ${replayed.why}`);
  const cycle = happensBeforeCycle(machine, run);
  if (cycle === null) throw new InternalError('the attack has the trace of a run under SC');
  return {
    kind: 'unsafe',
    trace: { ...replayed.trace, violated: robustProperty, conclusion: conclusionOf(machine, cycle) },
    run: { system: lowered.reference, execution: run, cycle: null },
  };
}

/** What SC lacks, in the words of the program. */
function conclusionOf(machine: Machine, cycle: readonly Before[]): string {
  const parts = cycle.map((before) => beforeText(machine, before));
  const delay = delayIn(machine, cycle);
  const lead = delay === null ? '' : `${delay}; `;
  return `${lead}no run under SC has all of: ${parts.join(', ')}`;
}

const eventPlace = (machine: Machine, { thread, edges }: TraceEvent): string => {
  const line = lineOf(at(edges, 0).span);
  const { name } = machine.thread(thread);
  return line === null ? name : `${name} in line ${line}`;
};

function beforeText(machine: Machine, { kind, from, to, cell }: Before): string {
  const [first, second] = [eventPlace(machine, from), eventPlace(machine, to)];
  const name = cell === null ? '' : machine.cells.nameOf(cell);
  switch (kind) {
    case 'po':
      return `${first} comes before ${second}`;
    case 'rf':
      return `${second} reads ${name} from ${first}`;
    case 'co':
      return `${first} writes ${name} before ${second}`;
    case 'fr':
      return `${first} reads ${name} before ${second} writes it`;
  }
}

/** The store that is overtaken: it closes the cycle, and what its thread goes on with leads around it. */
function delayIn(machine: Machine, cycle: readonly Before[]): string | null {
  for (const [i, { to, cell, kind }] of cycle.entries()) {
    const ahead = [...cycle.slice(i + 1), ...cycle.slice(0, i + 1)];
    const onward = ahead.findIndex((before) => before.kind !== 'po');
    const away = ahead[onward];
    if ((kind !== 'fr' && kind !== 'co') || cell === null || onward < 1 || away?.kind !== 'fr') continue;
    const store = storeTold(machine, to, cell);
    if (store === null || away.cell === null) continue;
    const line = lineOf(at(away.from.edges, 0).span);
    return reorderingText(store, { kind: 'read', text: machine.cells.nameOf(away.cell), line });
  }
  return null;
}

/** Null for a locked instruction, which does not wait. */
function storeTold(machine: Machine, { thread, edges }: TraceEvent, cell: CellId): ToldAction | null {
  for (const { actions, span } of edges) {
    for (const action of actions) {
      if (action.kind !== 'store' || action.locked || action.shared !== machine.cells.variable(cell).id) continue;
      const value = printExpr(action.value, machine.system, thread);
      return { text: `${machine.cells.nameOf(cell)} = ${value}`, line: lineOf(span) };
    }
  }
  return null;
}
