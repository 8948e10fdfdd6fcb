import type { Snapshot, Value } from '../lang/run/trace.js';
import type { CellId } from '../lang/expr/ids.js';
import { isHidden, shownInLocal } from '../lang/program/shown-values.js';
import type { Automaton } from '../lang/program/system.js';
import type { QueuedWrite } from '../memory/semantics.js';
import { at } from '../support/invariant.js';
import { shownCell } from './describe.js';
import type { Machine, MachineState } from '../memory/machine.js';

/** A state by the names of the user's program; temporaries of passes are left out. */
export function snapshot(machine: Machine, state: MachineState): Snapshot {
  const { system, cells } = machine;
  return {
    memory: new Map(
      cells
        .all()
        .filter((cell) => !isHidden(cells.variable(cell), cells.indexIn(cell)))
        .map((cell) => [cells.nameOf(cell), shownCell(machine, cell, at(state.memory, cell))]),
    ),
    locals: new Map(
      system.locals
        .filter((v) => !v.temporary)
        .map((v) => [
          `${at(system.threads, v.thread).name}.${v.name}`,
          shownInLocal(v, at(state.locals, v.id)),
        ]),
    ),
    ...ofThreads(machine, state, (cell, value) => shownCell(machine, cell, value)),
  };
}

/** What is said of each thread, whatever its variables are shown as. */
export function ofThreads(
  machine: Machine,
  state: MachineState,
  shown: (cell: CellId, value: bigint) => Value,
): Pick<Snapshot, 'buffers' | 'places'> {
  const { cells, system } = machine;
  const entryText = (entry: QueuedWrite): string => {
    if (entry.kind === 'marker') return '|';
    return `${cells.nameOf(entry.cell)}=${shown(entry.cell, entry.value)}`;
  };
  return {
    buffers: new Map(
      system.threads
        .filter((t) => at(state.buffers, t.id).length > 0)
        .map((t) => [t.name, at(state.buffers, t.id).map(entryText)]),
    ),
    places: new Map(system.threads.map((t) => [t.name, placeText(machine, state, t)])),
  };
}

function placeText(machine: Machine, state: MachineState, thread: Automaton): readonly string[] {
  return at(state.places, thread.id) === thread.end ? ['(end)'] : machine.place(state, thread.id).labels;
}
