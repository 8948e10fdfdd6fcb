import { generatedBy } from '../../diagnostics/span.js';
import { bool, defaultExpr, int, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { sharedId } from '../../lang/expr/ids.js';
import type { CellId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { BufferPart, SharedVar } from '../../lang/program/program.js';
import { Cells } from '../../lang/program/system.js';
import type { Action, Automaton, System } from '../../lang/program/system.js';
import { boolType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** The shared variables that hold what is buffered, made as they are asked for. They stand behind those of the system. */
export class Contents {
  readonly cells: Cells;
  readonly #shared: SharedVar[];
  readonly #known = new Map<string, SharedId>();
  readonly #taken: Set<string>;

  constructor(private readonly system: System) {
    this.cells = new Cells(system.shared);
    this.#shared = [...system.shared];
    this.#taken = new Set([...system.shared, ...system.threads, ...system.locals].map(({ name }) => name));
  }

  /** All variables so far. */
  variables(): Pick<System, 'shared' | 'locals'> {
    return { shared: this.#shared, locals: this.system.locals };
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
    const variable = this.cells.variable(cell);
    const index = variable.shape.kind === 'scalar' ? null : int(this.cells.indexIn(cell));
    const shifts = Array.from({ length: count - 1 }, (_, i) =>
      this.storeEntry(thread, cell, i + 1, this.entry(thread, cell, i + 2)),
    );
    return [
      plainStore(variable.id, index, this.entry(thread, cell, 1)),
      ...shifts,
      this.storeEntry(thread, cell, count, defaultExpr(variable.type)),
    ];
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
    return this.#variable(thread, name, variable.type, { kind: 'entry', thread, of, position });
  }

  #pendingId(thread: ThreadId): SharedId {
    return this.#variable(thread, 'pending', boolType);
  }

  #variable(thread: ThreadId, what: string, type: Type, buffer: BufferPart | null = null): SharedId {
    return remembered(this.#known, `${thread} ${what}`, () => {
      const owner = at(this.system.threads, thread);
      const id = sharedId(this.#shared.length);
      this.#shared.push({
        id,
        name: this.#nameFor(owner, what),
        type,
        shape: { kind: 'scalar' },
        init: { kind: 'value', value: defaultExpr(type) },
        ...(buffer === null ? {} : { buffer }),
        span: generatedBy('shapes', owner.span),
      });
      return id;
    });
  }

  #nameFor(thread: Automaton, what: string): string {
    let name = `${wordOf(thread.name)}_${wordOf(what)}`;
    while (this.#taken.has(name)) name = `${name}_`;
    this.#taken.add(name);
    return name;
  }
}

const plainStore = (id: SharedId, index: Expr | null, value: Expr): Action => ({
  kind: 'store',
  shared: id,
  index,
  value,
  locked: false,
});

/** `Q(0)` gives `Q_0`, `flag[1]_2` gives `flag_1_2`. */
const wordOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll('__', '_')
    .replace(/_$/, '');
