import { bool, defaultExpr, int, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { boolType } from '../../lang/expr/type.js';
import { Cells } from '../../lang/program/system.js';
import type { Action, System } from '../../lang/program/system.js';
import { MadeVariables, plainStore } from './made-variables.js';

/** The shared variables that hold what is buffered, made as they are asked for. */
export class Contents {
  readonly cells: Cells;
  readonly made: MadeVariables;

  constructor(system: System) {
    this.cells = new Cells(system.shared);
    this.made = new MadeVariables(system);
  }

  /** All variables so far. */
  variables(): Pick<System, 'shared' | 'locals'> {
    return this.made.all();
  }

  /** What the thread's `position`-th oldest entry for the cell holds, counted from 1. */
  entry(thread: ThreadId, cell: CellId, position: number): Expr {
    return shared(this.#entryId(thread, cell, position));
  }

  storeEntry(thread: ThreadId, cell: CellId, position: number, value: Expr): Action {
    return plainStore(this.#entryId(thread, cell, position), null, value);
  }

  /** The oldest of `count` entries reaches memory, the others move up, and the place that gets free is forgotten. */
  flush(thread: ThreadId, cell: CellId, count: number): readonly Action[] {
    const shifts = Array.from({ length: count - 1 }, (_, i) =>
      this.storeEntry(thread, cell, i + 1, this.entry(thread, cell, i + 2)),
    );
    return [
      this.toMemory(cell, this.entry(thread, cell, 1)),
      ...shifts,
      this.storeEntry(thread, cell, count, defaultExpr(this.cells.variable(cell).type)),
    ];
  }

  toMemory(cell: CellId, value: Expr): Action {
    const { id, shape } = this.cells.variable(cell);
    return plainStore(id, shape.kind === 'scalar' ? null : int(this.cells.indexIn(cell)), value);
  }

  inMemory(cell: CellId): Expr {
    const { id, shape } = this.cells.variable(cell);
    return shared(id, shape.kind === 'scalar' ? null : int(this.cells.indexIn(cell)));
  }

  /** Whether the thread has anything buffered, for others to see. */
  pending(thread: ThreadId): Expr {
    return shared(this.#pendingId(thread));
  }

  setPending(thread: ThreadId, value: boolean): Action {
    return plainStore(this.#pendingId(thread), null, bool(value));
  }

  #entryId(thread: ThreadId, cell: CellId, position: number): SharedId {
    const variable = this.cells.variable(cell);
    const element = variable.shape.kind === 'scalar' ? null : this.cells.indexIn(cell);
    const of = { shared: variable.id, element };
    const name = `${this.cells.nameOf(cell)}_${position}`;
    return this.made.shared(thread, name, variable.type, { kind: 'entry', thread, of, position });
  }

  #pendingId(thread: ThreadId): SharedId {
    return this.made.shared(thread, 'pending', boolType);
  }
}
