import { int, local, shared } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { localId } from '../lang/expr/ids.js';
import type { CellId, LocalId, ThreadId } from '../lang/expr/ids.js';
import { boolType, intType, upTo } from '../lang/expr/type.js';
import type { Type } from '../lang/expr/type.js';
import { StateNames } from '../lang/program/state-names.js';
import { Cells } from '../lang/program/system.js';
import type { System } from '../lang/program/system.js';
import { WaitingNumbers } from '../lang/run/waiting-numbers.js';
import type { StoreBuffer } from '../memory/semantics.js';
import { UsedNames } from '../support/free-names.js';
import { at, invariant } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';

/**
 * What waits in a buffer but for the values: to which cells, in which order, and markers. The value of each write is its
 * position, so equal shapes are equal buffers, and src/memory/semantics.ts does with them what it does with buffers.
 */
export type WaitingShape = StoreBuffer;

/** A variable that the program does not have: a part of the machine's state, or a value that a step chooses. */
interface MachineVariable {
  readonly name: string;
  readonly type: Type;
}

/**
 * The state of the machine as variables of formulas. Cells and locals are the expressions that read them; the location of a
 * thread, the number of the shape of its buffer, and the values that wait there are locals that the program does not have.
 */
export class SymbolicState {
  readonly cells: Cells;
  readonly names: StateNames;
  readonly #shapes = new WaitingNumbers();
  readonly #made: MachineVariable[] = [];
  readonly #known = new Map<string, Expr>();
  readonly #chosen = new Set<Expr>();
  readonly #used: UsedNames;

  constructor(readonly system: System) {
    this.cells = new Cells(system.shared);
    this.names = new StateNames(system);
    this.#used = new UsedNames([...this.names.cells, ...this.names.locals]);
  }

  cell(cell: CellId): Expr {
    const { id, shape } = this.cells.variable(cell);
    return shape.kind === 'scalar' ? shared(id) : shared(id, int(this.cells.indexIn(cell)));
  }

  local(id: LocalId): Expr {
    return local(id);
  }

  /** The number of the location of a thread. */
  place(thread: ThreadId): Expr {
    const type = upTo(at(this.system.threads, thread).locations.length - 1);
    return this.#variable(`at ${this.#threadName(thread)}`, type);
  }

  /** The number of the shape of a thread's buffer. */
  waiting(thread: ThreadId): Expr {
    return this.#variable(`buffer ${this.#threadName(thread)}`, intType);
  }

  /** The value of the write to the cell that waits at a position, from 0 on. */
  slot(thread: ThreadId, position: number, cell: CellId): Expr {
    const isTruth = this.cells.variable(cell).type.kind === 'bool';
    const kind = isTruth ? 'truth' : 'value';
    const name = `${kind} ${position} of ${this.#threadName(thread)}`;
    return this.#variable(name, isTruth ? boolType : intType);
  }

  /** How many threads there are of some sort: a number that proofs keep, and no machine has. */
  counted(what: string): Expr {
    return this.#variable(`number of ${what}`, intType);
  }

  /** What the n-th choice of a step comes to. */
  chosen(n: number, type: Type): Expr {
    const input = this.#variable(`chosen ${n} ${typeKey(type)}`, type);
    this.#chosen.add(input);
    return input;
  }

  /** Whether it is no part of the state. */
  isChosen(variable: Expr): boolean {
    return this.#chosen.has(variable);
  }

  /** Nothing waits: 0. */
  shapeNumber(shape: WaitingShape): number {
    return this.#shapes.number(shape);
  }

  shape(number: number): WaitingShape {
    return this.#shapes.waiting(number);
  }

  /** By their numbers, those that have one by now. */
  shapes(): readonly WaitingShape[] {
    return [...this.#shapes.all];
  }

  /** As in `x y | z`. */
  shapeName(number: number): string {
    return this.shape(number)
      .map((entry) => (entry.kind === 'marker' ? '|' : this.names.ofCell(entry.cell)))
      .join(' ');
  }

  /** What a thread's buffer of this shape holds: variables, oldest first; markers have none. */
  slotsOf(thread: ThreadId, shape: WaitingShape): readonly Expr[] {
    return shape.flatMap((entry, i) => (entry.kind === 'marker' ? [] : [this.slot(thread, i, entry.cell)]));
  }

  typeOf(variable: Expr): Type {
    if (variable.kind === 'shared') return at(this.system.shared, variable.shared).type;
    invariant(variable.kind === 'local', 'a variable of a state is a cell or a local');
    const { locals } = this.system;
    return (locals[variable.local] ?? at(this.#made, variable.local - locals.length)).type;
  }

  nameOf(variable: Expr): string {
    if (variable.kind === 'shared') {
      const index = variable.index?.kind === 'int' ? Number(variable.index.value) : 0;
      return this.names.ofCell(this.cells.cell(variable.shared, index));
    }
    invariant(variable.kind === 'local', 'a variable of a state is a cell or a local');
    const { length } = this.system.locals;
    return variable.local < length
      ? this.names.ofLocal(variable.local)
      : at(this.#made, variable.local - length).name;
  }

  #threadName(thread: ThreadId): string {
    return at(this.names.threads, thread);
  }

  #variable(key: string, type: Type): Expr {
    return remembered(this.#known, key, () => {
      const name = this.#used.free(key);
      this.#made.push({ name, type });
      return local(localId(this.system.locals.length + this.#made.length - 1));
    });
  }
}

const typeKey = (type: Type): string => (type.kind === 'range' ? `${type.lo} to ${type.hi}` : type.kind);
