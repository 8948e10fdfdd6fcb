import { cellId, localId, threadId } from '../../lang/expr/ids.js';
import type { CellId, LocalId, ThreadId } from '../../lang/expr/ids.js';
import { cardinality, firstValues } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type { AllowedValues } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';

/** The values of larger types are told as "every integer". */
const mostValues = 4096;

/** The number of an empty buffer (WaitingNumbers). */
export const nothingWaits = 0n;

/** Where in a box what stands. */
export class Coordinates {
  readonly cells: Cells;

  constructor(readonly system: System) {
    this.cells = new Cells(system.shared);
  }

  place(thread: ThreadId): number {
    return thread;
  }

  cell(cell: CellId): number {
    return this.system.threads.length + cell;
  }

  local(local: LocalId): number {
    return this.cell(cellId(this.cells.count)) + local;
  }

  buffer(thread: ThreadId): number {
    return this.local(localId(this.system.locals.length)) + thread;
  }

  get count(): number {
    return this.system.threads.length * 2 + this.cells.count + this.system.locals.length;
  }

  /** The type of the variable that stands there; null: there is none. */
  typeAt(coordinate: number): Type | null {
    const { threads, locals } = this.system;
    const variable = coordinate - threads.length;
    if (variable < 0) return null;
    if (variable < this.cells.count) return this.cells.variable(cellId(variable)).type;
    return locals[variable - this.cells.count]?.type ?? null;
  }

  /** All states; where the model has no buffers, nothing waits. */
  everything(hasBuffers: boolean): readonly AllowedValues[] {
    const first = this.buffer(threadId(0));
    return Array.from({ length: this.count }, (_, c) => (c >= first && !hasBuffers ? [nothingWaits] : null));
  }

  /** A box for each value of the coordinate. */
  parts(box: readonly AllowedValues[], coordinate: number): readonly (readonly AllowedValues[])[] {
    const type = this.typeAt(coordinate);
    const values = at(box, coordinate) ?? (type === null ? null : allValues(type));
    return listed(values).map((value) => box.with(coordinate, [value]));
  }
}

/** All values of a type; null: they are too many to go through. */
export function allValues(type: Type): AllowedValues {
  const count = cardinality(type);
  return count === null || count > BigInt(mostValues) ? null : firstValues(type, Number(count));
}

/** What cannot be told of a box: a value is asked for where there may be any of too many. */
export class TooWide extends Error {
  override readonly name = 'TooWide';
}

export function listed(values: AllowedValues): readonly bigint[] {
  if (values === null) throw new TooWide('a value is asked for where there may be any');
  return values;
}
