import { at } from '../../../support/invariant.js';
import { membersOf } from '../../../support/small-sets.js';
import type { Cube } from './cube.js';
import type { EventHistory } from './event-history.js';
import type { TermCode } from './term-codes.js';

/** `ReadReach` while a step back is taken: reads keep their places, new ones come behind them. */
export interface OpenReach {
  readonly reads: readonly TermCode[];
  readonly fromRead: number[];
  readonly fromReadOf: number[];
  readonly fromWriteOf: number[];
  readonly cells: Map<TermCode, number>;
  /** As `Cube.history`. */
  readonly history: EventHistory | null;
}

/** Of reads whose order is told by a history. */
export const openHistory = (reads: readonly TermCode[], history: EventHistory): OpenReach => ({
  reads,
  fromRead: reads.map(() => 0),
  fromReadOf: [],
  fromWriteOf: [],
  cells: new Map(),
  history,
});

/** What a transition does to weak cells, as far as a cube notices. */
export interface Accesses {
  readonly actor: number;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly fence: boolean;
  readonly readCells: readonly TermCode[];
  readonly writtenCells: readonly TermCode[];
  /** Pending reads of others that get their values from it (bits). */
  readonly satisfied: number;
  /** Pending reads of others of cells that it writes, which got theirs before (bits). */
  readonly missed: number;
}

/**
 * What the events of a transition reach: later events of its process, as far as TSO keeps that order; later accesses to its cells; the
 * reads that it satisfies. All its events happen at one moment and count as one. Null: it would reach a read that
 * got its value before (rules 4 to 7 of docs/engines/mcmt.md).
 */
export function reachedBy(cube: Cube, access: Accesses): number | null {
  const { reach } = cube;
  const { actor, reads, writes, satisfied, missed } = access;
  let reached = 0;
  const known = actor < cube.procs;
  if (reads && known) reached |= at(reach.fromReadOf, actor) | at(reach.fromWriteOf, actor);
  if (writes && known) reached |= at(reach.fromWriteOf, actor);
  for (let i = 0; i < reach.cells.length; i++) {
    const cell = at(reach.cells, i);
    const touched =
      (reads && access.readCells.includes(cell)) || (writes && access.writtenCells.includes(cell));
    if (touched) reached |= at(reach.fromCell, i);
  }
  for (const read of membersOf(satisfied)) reached |= (1 << read) | at(reach.fromRead, read);
  return (reached & missed) === 0 ? reached : null;
}

/** The order with the transition in it, which reaches `reached`; `newReads` are the reads of the transition itself. */
export function extended(
  cube: Cube,
  procs: number,
  access: Accesses,
  reached: number,
  newReads: readonly TermCode[],
): OpenReach {
  const { actor, writes, fence, missed } = access;
  const old = cube.reads.length;
  const full = newReads.reduce((bits, _, i) => bits | (1 << (old + i)), reached);
  // What reaches a read that was before the transition reaches the transition, and all that it reaches.
  const beyond = (bits: number): number => ((bits & missed) === 0 ? bits : bits | full);
  const { reach } = cube;
  const fromRead = [
    ...Array.from(reach.fromRead, (bits, i) => beyond(bits | (1 << i))),
    ...newReads.map(() => full),
  ];
  const of = (bits: Int32Array): number[] =>
    Array.from({ length: procs }, (_, p) => (p < cube.procs ? beyond(at(bits, p)) : 0));
  const [fromReadOf, fromWriteOf] = [of(reach.fromReadOf), of(reach.fromWriteOf)];
  const cells = new Map<TermCode, number>();
  reach.cells.forEach((cell, i) => cells.set(cell, beyond(at(reach.fromCell, i))));
  fromReadOf[actor] = at(fromReadOf, actor) | full;
  if (writes) {
    fromWriteOf[actor] = at(fromWriteOf, actor) | full;
    for (const cell of access.writtenCells) cells.set(cell, (cells.get(cell) ?? 0) | full);
  }
  if (fence) fromWriteOf[actor] = at(fromWriteOf, actor) | at(fromReadOf, actor);
  return { reads: [...cube.reads, ...newReads], fromRead, fromReadOf, fromWriteOf, cells, history: null };
}
