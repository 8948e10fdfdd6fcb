/**
 * What the dual engine works on: finite automata over cells with finitely many values (paper 002, section 3), a bit more
 * general than there. Values are positions in a cell's list of values, states are numbers from 0.
 */
export interface DualProgram<Operation = Op> {
  readonly cells: readonly DualCell[];
  readonly kinds: readonly ProcessKind<Operation>[];
  /** The ways to begin; of several, any one. */
  readonly beginnings: readonly Beginning[];
}

export interface DualCell {
  readonly name: string;
  /** All values that the cell may ever hold, and perhaps more. */
  readonly values: readonly bigint[];
}

/** Processes that run the same automaton. */
export interface ProcessKind<Operation = Op> {
  readonly name: string;
  /** How many there are; null: any number. */
  readonly count: number | null;
  readonly states: number;
  readonly transitions: readonly DualTransition<Operation>[];
}

export interface DualTransition<Operation = Op> {
  readonly from: number;
  readonly to: number;
  readonly op: Operation;
}

/** A value of a cell. */
export interface CellValue {
  readonly cell: number;
  readonly value: number;
}

/**
 * What a transition does, as one step. At most one value a cell in each list.
 *
 *   read     all cells have the values, as the process sees them at one moment: its own newest buffered write of the cell,
 *            else memory. Paper 002's r(x, v) if there is one cell, nop if there is none.
 *   write    w(x, v)
 *   locked   the own buffer is empty and memory has the values `reads`; then it has the values `writes`. Paper 002's fence
 *            if both are empty, and arw(x, v, v') if both speak of one cell.
 */
export type Op =
  | { readonly kind: 'read'; readonly reads: readonly CellValue[] }
  | { readonly kind: 'write'; readonly cell: number; readonly value: number }
  | { readonly kind: 'locked'; readonly reads: readonly CellValue[]; readonly writes: readonly CellValue[] };

/**
 * As threads are unfolded. `order`: under PSO the process's writes before it reach memory before those after it; the searches know
 * no such thing (deferred-stores.ts).
 */
export type UnfoldedOp = Op | { readonly kind: 'order' };

/** What it puts into memory, at once or later. */
export const writesOf = (op: Op): readonly CellValue[] =>
  op.kind === 'write' ? [op] : op.kind === 'locked' ? op.writes : [];

/** Equal for equal operations. */
export function opKey(op: UnfoldedOp): string {
  const list = (values: readonly CellValue[]): string =>
    values
      .map(({ cell, value }) => `${cell}=${value}`)
      .toSorted()
      .join(',');
  switch (op.kind) {
    case 'read':
      return `r${list(op.reads)}`;
    case 'write':
      return `w${op.cell}=${op.value}`;
    case 'locked':
      return `l${list(op.reads)};${list(op.writes)}`;
    case 'order':
      return 'o';
  }
}

/** Memory and the processes' states at the begin. */
export interface Beginning {
  /** For each cell its value; null: any. */
  readonly memory: readonly (number | null)[];
  /** For each kind the states that its processes may begin in. */
  readonly states: readonly (readonly number[])[];
}

/**
 * A set of global states: there are different processes of these kinds in these states, whatever the others do. `memory`
 * speaks of main memory after all buffers have drained.
 */
export interface GlobalTarget {
  readonly processes: readonly TargetProcess[];
  readonly memory: readonly CellValue[];
}

export interface TargetProcess {
  readonly kind: number;
  readonly states: readonly number[];
  /** Which of the kind's processes is meant, counted from 0. Of no matter to the search, but to who reads its run. */
  readonly nth?: number;
}
