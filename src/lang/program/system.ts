import { cellNamed, cellNumber } from './cell-names.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { Expr } from '../expr/expr.js';
import { cellId } from '../expr/ids.js';
import type { NumberPlace } from '../expr/integer-limit.js';
import type { CellId, EdgeId, LocalId, LocationId, SharedId, ThreadId } from '../expr/ids.js';
import type { Enacts, FenceKind, LocalVar, Property, SharedVar } from './program.js';
import { InternalError, at, invariant } from '../../support/invariant.js';

/**
 * The automaton level of the IR: what engines take. Every thread is a control-flow automaton; there are no
 * instances, labels to jump to, or nested blocks any more. Made by the pass build-automata.
 */
export interface System {
  readonly name: string;
  /** Scalars and arrays of fixed length only. */
  readonly shared: readonly SharedVar[];
  readonly locals: readonly LocalVar[];
  readonly threads: readonly Automaton[];
  readonly properties: readonly Property[];
  readonly predicates: readonly Expr[];
  readonly asWritten?: true;
}

export interface Automaton {
  readonly id: ThreadId;
  readonly name: string;
  readonly locations: readonly Location[];
  readonly edges: readonly Edge[];
  readonly entry: LocationId;
  /** Where the thread has ended: no edge leaves it. */
  readonly end: LocationId;
  readonly span: Span;
}

export interface Location {
  readonly id: LocationId;
  /** The thread is `at` these labels here. */
  readonly labels: readonly string[];
  /** Inside `atomic` or `locked`: while a thread stands here no other thread moves and no invariant is read. */
  readonly atomic: boolean;
  /** Inside a section that is one step: gone after fuse-atomic. */
  readonly atOnce?: true;
  /** Where that is in the automata as they were right after lowering; absent: it has the same number there. */
  readonly stands?: StandingPlace;
  readonly span: Span;
}

/** What a location of automata that passes have made means. */
export interface StandingPlace {
  readonly location: LocationId;
  /** What waits in the buffer of the thread there, oldest first, where locations tell it: a marker, or a write to a cell. */
  readonly waiting: readonly WaitingKind[];
}

export type WaitingKind = '|' | { readonly shared: SharedId; readonly element: number };

/** Of any location. */
export const standingAt = ({ id, stands }: Location): StandingPlace =>
  stands ?? { location: id, waiting: [] };

/**
 * One atomic step: all actions in order, or none. It is enabled if no other thread is at an atomic location and
 * every waiting action (assume, fence, lock, a store that has no room under tsoN) can go when its turn comes.
 * The shared reads in its expressions are loads by the thread: its newest own buffer entry, else main memory.
 */
export interface Edge {
  readonly id: EdgeId;
  readonly from: LocationId;
  readonly to: LocationId;
  readonly actions: readonly Action[];
  /** As of the statement; of an edge that a pass has joined from several, that of the first. */
  readonly enacts?: Enacts;
  readonly transition?: number;
  /** The source statement. */
  readonly span: Span;
}

export type Action =
  | { readonly kind: 'assume'; readonly cond: Expr }
  /** A load if the value reads a shared variable. Violates `range` if the value is not of the local's type. */
  | { readonly kind: 'assign'; readonly local: LocalId; readonly value: Expr }
  /**
   * Evaluates the index, then the value, then checks bounds, then the range. `locked` goes to main memory at once: between
   * a `lock` and the end of its atomic section, and where the variable is not buffered.
   */
  | {
      readonly kind: 'store';
      readonly shared: SharedId;
      readonly index: Expr | null;
      readonly value: Expr;
      readonly locked: boolean;
    }
  | { readonly kind: 'fence'; readonly fence: FenceKind }
  /** Begins an x86 locked instruction: waits as the model's `lockedWaits` says. */
  | { readonly kind: 'lock' }
  | { readonly kind: 'havoc'; readonly local: LocalId }
  /** A failed assert violates its property; the execution goes on. */
  | { readonly kind: 'assert'; readonly cond: Expr; readonly property: string };

export type StoreAction = Extract<Action, { kind: 'store' }>;

/** The memory cells of a system: each shared scalar is one cell, each array a run of cells. */
export class Cells {
  readonly #first: number[] = [];
  readonly #owner: SharedVar[] = [];
  readonly #all: readonly CellId[];
  readonly #shared: readonly SharedVar[];

  constructor(shared: readonly SharedVar[]) {
    this.#shared = shared;
    for (const variable of shared) {
      this.#first.push(this.#owner.length);
      for (let i = 0; i < lengthOf(variable); i++) this.#owner.push(variable);
    }
    this.#all = this.#owner.map((_, i) => cellId(i));
  }

  get count(): number {
    return this.#owner.length;
  }

  all(): readonly CellId[] {
    return this.#all;
  }

  /** The cell of an element; `index` must be within bounds (0 for a scalar). */
  cell(shared: SharedId, index: number): CellId {
    invariant(index >= 0 && index < lengthOf(at(this.#shared, shared)), 'the index is within bounds');
    return cellId(at(this.#first, shared) + index);
  }

  variable(cell: CellId): SharedVar {
    return at(this.#owner, cell);
  }

  /** The position of the cell in its array; 0 for a scalar. */
  indexIn(cell: CellId): number {
    return cell - at(this.#first, this.variable(cell).id);
  }

  /** `x` or `flag[1]`. */
  nameOf(cell: CellId): string {
    const variable = this.variable(cell);
    const told = variable.told?.cells[this.indexIn(cell)];
    if (told !== undefined && told !== null) return told.name;
    if (variable.shape.kind === 'scalar') return variable.name;
    return cellNamed(variable.name, cellNumber(variable.shape, this.indexIn(cell)));
  }
}

/** What people add to an index to get the number of a cell. */
export const shownFrom = ({ shape }: SharedVar): number =>
  shape.kind === 'array' ? (shape.shownFrom ?? 0) : 0;

/** The number of cells; 1 for a scalar. */
export function lengthOf(variable: SharedVar): number {
  switch (variable.shape.kind) {
    case 'scalar':
      return 1;
    case 'array':
      return variable.shape.length;
    case 'per-instance':
      throw new InternalError('per-instance arrays are gone after expand-instances');
  }
}

/** What an action computes its value for, and where. */
export function numberPlace(
  { shared, locals }: Pick<System, 'shared' | 'locals'>,
  { span }: Pick<Edge, 'span'>,
  action: Action,
): NumberPlace {
  const line = lineOf(span);
  switch (action.kind) {
    case 'assign':
    case 'havoc':
      return { variable: at(locals, action.local).name, line };
    case 'store':
      return { variable: at(shared, action.shared).name, line };
    case 'assume':
    case 'assert':
    case 'fence':
    case 'lock':
      return { variable: null, line };
  }
}
