import { equal, int, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { BufferedPlace, BufferPart, SharedVar } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { isTruth } from '../../lang/expr/truth.js';
import type { Type } from '../../lang/expr/type.js';
import { at, invariant } from '../../support/invariant.js';

/**
 * The store buffer of one thread, as the variables that stand for its parts. Cells and parts are expressions without reads
 * other than themselves, so they can be compared by `===` and substituted.
 */
export interface BufferVariables {
  readonly thread: ThreadId;
  /** The cells that the thread writes through the buffer, in their order. */
  readonly written: readonly Expr[];
  readonly counts: readonly Count[];
  readonly targets: readonly CellTarget[];
  readonly entries: readonly EntryVariable[];
}

export interface Count {
  readonly variable: Expr;
  readonly bound: number;
}

/** The variable tells the cell of the entry at the position as a number: its place in `cells`. */
export interface CellTarget {
  readonly variable: Expr;
  readonly position: number;
  readonly cells: readonly Expr[];
}

export interface EntryVariable {
  readonly variable: Expr;
  /** The cell that it is a value for; null: for any that the thread writes. */
  readonly cell: Expr | null;
  /** From 1, the oldest. */
  readonly position: number;
}

/** The buffers that the store-buffer passes have written into a system, by thread. */
export function buffersOf(system: System): readonly BufferVariables[] {
  const owners = new Set<ThreadId>();
  for (const { buffer } of system.shared) if (buffer !== undefined) owners.add(buffer.thread);
  return [...owners].sort((a, b) => a - b).map((thread) => bufferOf(thread, system));
}

function bufferOf(thread: ThreadId, system: System): BufferVariables {
  const counts: Count[] = [];
  const targets: CellTarget[] = [];
  const entries: EntryVariable[] = [];
  for (const variable of system.shared) {
    const part = variable.buffer;
    if (part === undefined || part.thread !== thread) continue;
    switch (part.kind) {
      case 'count':
        for (const own of cellsIn(variable)) counts.push({ variable: own, bound: part.bound });
        break;
      case 'entry':
        entries.push(...entriesIn(variable, part));
        break;
      case 'target':
        targets.push({
          variable: shared(variable.id),
          position: part.position,
          cells: part.places.map(cellAt),
        });
        break;
    }
  }
  return { thread, counts, targets, entries, written: writtenCells(entries, targets) };
}

function entriesIn(
  variable: SharedVar,
  part: Extract<BufferPart, { kind: 'entry' }>,
): readonly EntryVariable[] {
  const { of, position } = part;
  // An array has an entry for each cell of the array that it is about.
  const cellFor = (place: BufferedPlace, i: number): Expr =>
    variable.shape.kind === 'scalar' ? cellAt(place) : shared(place.shared, int(i));
  return cellsIn(variable).map((own, i) => ({
    variable: own,
    cell: of === null ? null : cellFor(of, i),
    position,
  }));
}

function writtenCells(entries: readonly EntryVariable[], targets: readonly CellTarget[]): readonly Expr[] {
  const cells = new Set<Expr>(targets.flatMap((target) => target.cells));
  for (const { cell } of entries) if (cell !== null) cells.add(cell);
  return [...cells];
}

const cellAt = ({ shared: id, element }: BufferedPlace): Expr =>
  shared(id, element === null ? null : int(element));

export const cellsIn = (variable: SharedVar): readonly Expr[] =>
  variable.shape.kind === 'scalar'
    ? [shared(variable.id)]
    : Array.from({ length: lengthOf(variable) }, (_, i) => shared(variable.id, int(i)));

/** The places in a thread's buffer that may hold a value for the cell, oldest first; none if the thread does not write it. */
export const entriesFor = (buffer: BufferVariables, cell: Expr): readonly EntryVariable[] =>
  buffer.written.includes(cell)
    ? buffer.entries.filter((entry) => entry.cell === null || entry.cell === cell)
    : [];

/** What an entry says as a value of the cell: a truth value among integers is 0 or 1. */
export function valueFor(entry: EntryVariable, cell: Expr, system: System): Expr {
  const isCoded = isTruth(cell, system) && !isTruth(entry.variable, system);
  return isCoded ? equal(entry.variable, int(1)) : entry.variable;
}

/** The type of a cell, or of a part of a buffer. */
export function typeOf(cell: Expr, system: System): Type {
  invariant(cell.kind === 'shared', 'cells and parts of buffers are shared variables');
  return at(system.shared, cell.shared).type;
}
