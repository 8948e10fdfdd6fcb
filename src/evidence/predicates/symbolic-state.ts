import { defaultExpr, exprId, int, local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { CellId, LocationId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { printType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { WaitingShape, BufferSlot } from '../../lang/run/predicate-cover.js';
import type { QueuedWrite, StoreBuffer } from '../../memory/semantics.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** How a step ends that does not end where its edge does. */
export type StepFault = 'div' | 'bounds' | 'range';

/**
 * States that differ in values only, told by expressions over the state that a walk began in: there every variable stands for
 * itself, and what waits for a slot.
 */
export interface SymbolicState {
  readonly places: readonly LocationId[];
  /** By variables; one that is not there is what it was. */
  readonly values: ReadonlyMap<Expr, Expr>;
  /** Their values are numbers of expressions (`SymbolicNames`). */
  readonly buffers: readonly StoreBuffer[];
  /** What holds where this state is come to. */
  readonly facts: readonly Expr[];
  /** Asserts that have failed on the way, where the condition holds. */
  readonly failed: readonly { readonly property: string; readonly where: Expr }[];
  /** How many values were drawn. */
  readonly drawn: number;
  readonly end: 'moves' | 'waits' | StepFault;
}

/** The variables that states are told in: those of a system, slots for what waits, and inputs for what is drawn. */
export class SymbolicNames {
  readonly cells: Cells;
  readonly #cells: readonly Expr[];
  readonly #types = new Map<Expr, Type>();
  readonly #slots = new Map<string, Expr>();
  readonly #inputs = new Map<string, Expr>();
  readonly #values = new Map<number, Expr>();

  /** The slots that a cover speaks of have their numbers already. */
  constructor(
    readonly system: System,
    readonly slots: readonly BufferSlot[],
  ) {
    this.cells = new Cells(system.shared);
    this.#cells = this.cells.all().map((cell) => {
      const variable = this.cells.variable(cell);
      const index = variable.shape.kind === 'scalar' ? null : int(this.cells.indexIn(cell));
      return this.#typed(shared(variable.id, index), variable.type);
    });
    for (const { id, type } of system.locals) this.#typed(local(id), type);
    for (const slot of slots) this.slot(slot);
  }

  typeOf = (variable: Expr): Type => getOrFail(this.#types, variable);

  cell(cell: CellId): Expr {
    return at(this.#cells, cell);
  }

  slot({ thread, cell, position }: BufferSlot): Expr {
    return remembered(this.#slots, `${thread} ${cell} ${position}`, () =>
      this.#typed(shared(this.#nextShared()), this.cells.variable(cell).type),
    );
  }

  /** Stands for the `number`-th value that a walk draws, if that is of the type. */
  input(type: Type, number: number): Expr {
    return remembered(this.#inputs, `${number} ${printType(type)}`, () =>
      this.#typed(local(localId(this.system.locals.length + this.#inputs.size)), type),
    );
  }

  /** The value that says in a buffer what the entry holds. */
  numberOf(value: Expr): bigint {
    const number = exprId(value);
    this.#values.set(number, value);
    return BigInt(number);
  }

  valueOf(entry: Extract<QueuedWrite, { kind: 'write' }>): Expr {
    return getOrFail(this.#values, Number(entry.value));
  }

  /** All states at these places whose buffers have these shapes. */
  statesAt(places: readonly LocationId[], shapes: readonly WaitingShape[]): SymbolicState {
    return {
      ...{ places, values: new Map(), facts: [], failed: [], drawn: 0, end: 'moves' },
      buffers: this.system.threads.map(({ id }) => this.#waiting(id, at(shapes, id))),
    };
  }

  /** What slots are in a state, those of the cover and those of its buffers. */
  slotsIn({ buffers }: SymbolicState): ReadonlyMap<Expr, Expr> {
    const found = new Map<Expr, Expr>();
    for (const slot of this.slots)
      found.set(this.slot(slot), defaultExpr(this.cells.variable(slot.cell).type));
    for (const { id } of this.system.threads) {
      const counts = new Map<CellId, number>();
      for (const entry of at(buffers, id)) {
        if (entry.kind === 'marker') continue;
        const { cell } = entry;
        const position = (counts.get(cell) ?? 0) + 1;
        counts.set(cell, position);
        found.set(this.slot({ thread: id, cell, position }), this.valueOf(entry));
      }
    }
    return found;
  }

  #waiting(thread: ThreadId, shape: WaitingShape): StoreBuffer {
    const counts = new Map<CellId, number>();
    return shape.map((cell) => {
      if (cell === '|') return { kind: 'marker' };
      const position = (counts.get(cell) ?? 0) + 1;
      counts.set(cell, position);
      return { kind: 'write', cell, value: this.numberOf(this.slot({ thread, cell, position })) };
    });
  }

  #nextShared(): SharedId {
    return sharedId(this.system.shared.length + this.#slots.size);
  }

  #typed(variable: Expr, type: Type): Expr {
    this.#types.set(variable, type);
    return variable;
  }
}

/** Equal for the same places and shapes, whatever the values are. */
export const placeKey = (places: readonly LocationId[], shapes: readonly WaitingShape[]): string =>
  `${places.join()};${shapes.map((shape) => shape.join(' ')).join(';')}`;

export const shapeOf = (buffer: StoreBuffer): WaitingShape =>
  buffer.map((entry) => (entry.kind === 'marker' ? '|' : entry.cell));

/** Equal for the same states only. */
export const symbolicKey = ({ places, values, buffers, facts, drawn }: SymbolicState): string =>
  [
    places.join(),
    [...values]
      .map((pair) => pair.map(exprId).join('='))
      .sort()
      .join(),
    buffers.map((b) => b.map((e) => (e.kind === 'marker' ? '|' : `${e.cell}=${e.value}`)).join(' ')).join(),
    facts.map(exprId).join(),
    drawn,
  ].join(';');
