import { at } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { writesOf } from '../dual-program.js';
import type { Beginning, CellValue, DualProgram, ProcessKind, Op, DualTransition } from '../dual-program.js';
import { unite } from './boxes.js';
import type { Boxes, MemorySet } from './boxes.js';

const carriedBetweenPauses = 200;

/**
 * What holds wherever a process of a kind is in a state, found forward and process by process. A configuration that
 * contradicts it stands for no reachable one, so the backward search may drop it.
 */
export interface KindFacts {
  /** For each state the own-messages that may be the newest of their cell: a row of bits. */
  readonly owns: readonly MemorySet[];
  /** For each state the values that the process may have written so far: a row of bits as in Boxes. */
  readonly written: readonly Int32Array[];
  /** For each state the values that may wait in a store buffer of the process: those written since it was empty. */
  readonly waiting: readonly MemorySet[];
  /** The values that the kind writes anywhere. */
  readonly writes: Int32Array;
  /**
   * For each state and cell that nobody but one process of this kind writes: the values that memory may have. Absent for
   * other cells.
   */
  readonly memory: readonly ReadonlyMap<number, ReadonlySet<number>>[];
}

export interface ProgramFacts {
  readonly kinds: readonly KindFacts[];
  /** The values that memory may have at the begin, a row of bits. */
  readonly initial: Int32Array;
  /** Cells that nobody writes and that begin with one value. */
  readonly constants: ReadonlyMap<number, number>;
}

/** It may take long, so there are pauses. */
export function* findFacts(program: DualProgram, boxes: Boxes): Generator<undefined, ProgramFacts> {
  const writers = program.cells.map((_, cell) =>
    program.kinds.flatMap((kind, k) => (writtenBy(kind).some((w) => w.cell === cell) ? [k] : [])),
  );
  const kinds: KindFacts[] = [];
  for (const [k, kind] of program.kinds.entries()) {
    const own =
      kind.count === 1
        ? program.cells.flatMap((_, cell) => (at(writers, cell).every((w) => w === k) ? [cell] : []))
        : [];
    const cells = own.filter((cell) => at(writers, cell).length > 0);
    kinds.push(yield* kindFacts(program, k, cells, boxes));
  }
  const initial = emptyRow(boxes);
  const constants = new Map<number, number>();
  for (const [cell, { values }] of program.cells.entries()) {
    const begin = initialValues(program.beginnings, cell, values.length);
    for (const value of begin) boxes.add(initial, { cell, value });
    const [only] = begin;
    if (at(writers, cell).length === 0 && begin.size === 1 && only !== undefined) constants.set(cell, only);
  }
  return { kinds, initial, constants };
}

const emptyRow = (boxes: Boxes): Int32Array => new Int32Array(boxes.rowLength);

function initialValues(beginnings: readonly Beginning[], cell: number, count: number): Set<number> {
  const found = new Set<number>();
  for (const { memory } of beginnings) {
    const value = at(memory, cell);
    if (value !== null) found.add(value);
    else for (let v = 0; v < count; v++) found.add(v);
  }
  return found;
}

const writtenBy = (kind: ProcessKind): readonly CellValue[] =>
  kind.transitions.flatMap((t) => writesOf(t.op));

function* kindFacts(
  program: DualProgram,
  k: number,
  own: readonly number[],
  boxes: Boxes,
): Generator<undefined, KindFacts> {
  const kind = at(program.kinds, k);
  const entries = new Set(program.beginnings.flatMap((b) => at(b.states, k)));
  const writes = emptyRow(boxes);
  for (const write of writtenBy(kind)) boxes.add(writes, write);

  const written = Array.from({ length: kind.states }, () => emptyRow(boxes));
  const leaving = byNumber(kind.transitions, kind.states, (t) => t.from);
  yield* spread(leaving, entries, (from, to, op) => {
    const after = at(written, from).slice();
    for (const write of writesOf(op)) boxes.add(after, write);
    return unite(at(written, to), after);
  });
  return {
    owns: yield* ownsOf(leaving, entries, boxes),
    written,
    waiting: yield* waitingOf(leaving, entries, boxes),
    writes,
    memory: yield* memoryOf(program, leaving, entries, own),
  };
}

/** For each state what leaves it. */
type LeavingOps = readonly (readonly DualTransition[])[];

/** Carries facts along transitions until nothing new comes; `carry` tells whether the state `to` has got new ones. */
function* spread(
  leaving: LeavingOps,
  entries: ReadonlySet<number>,
  carry: (from: number, to: number, op: Op) => boolean,
): Generator<undefined> {
  const reached = new Set(entries);
  const open = [...entries];
  const waiting = new Set(entries);
  let carried = 0;
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    waiting.delete(from);
    for (const { to, op } of at(leaving, from)) {
      const grown = carry(from, to, op);
      if ((grown || !reached.has(to)) && !waiting.has(to)) {
        open.push(to);
        waiting.add(to);
      }
      reached.add(to);
      if (++carried % carriedBetweenPauses === 0) yield undefined;
    }
  }
}

function* ownsOf(
  leaving: LeavingOps,
  entries: ReadonlySet<number>,
  boxes: Boxes,
): Generator<undefined, readonly MemorySet[]> {
  const found = leaving.map(() => emptyRow(boxes));
  yield* spread(leaving, entries, (from, to, op) => {
    const after = op.kind === 'locked' ? emptyRow(boxes) : at(found, from).slice();
    const only = ({ cell, value }: CellValue): boolean => boxes.demand(after, boxes.oneOf(cell, [value]));
    if (op.kind === 'read') for (const read of op.reads) only(read);
    if (op.kind === 'write') {
      only(op);
      boxes.add(after, op);
    }
    return unite(at(found, to), after);
  });
  return found;
}

function* waitingOf(
  leaving: LeavingOps,
  entries: ReadonlySet<number>,
  boxes: Boxes,
): Generator<undefined, readonly MemorySet[]> {
  const found = leaving.map(() => emptyRow(boxes));
  yield* spread(leaving, entries, (from, to, op) => {
    const after = op.kind === 'locked' ? emptyRow(boxes) : at(found, from).slice();
    if (op.kind === 'write') boxes.add(after, op);
    return unite(at(found, to), after);
  });
  return found;
}

function* memoryOf(
  program: DualProgram,
  leaving: LeavingOps,
  entries: ReadonlySet<number>,
  own: readonly number[],
): Generator<undefined, readonly ReadonlyMap<number, ReadonlySet<number>>[]> {
  const found = leaving.map(() => new Map(own.map((cell) => [cell, new Set<number>()] as const)));
  const addAll = (state: number, cell: number, values: Iterable<number>): boolean => {
    const known = at(found, state).get(cell);
    const before = known?.size;
    for (const value of values) known?.add(value);
    return known?.size !== before;
  };
  for (const state of entries) {
    for (const cell of own) {
      addAll(state, cell, initialValues(program.beginnings, cell, at(program.cells, cell).values.length));
    }
  }
  yield* spread(leaving, entries, (from, to, op) => {
    const writes = writesOf(op);
    let grown = false;
    for (const cell of own) {
      const write = writes.find((w) => w.cell === cell);
      const values = write === undefined ? [...(at(found, from).get(cell) ?? [])] : [write.value];
      if (addAll(to, cell, values)) grown = true;
    }
    return grown;
  });
  return found;
}
