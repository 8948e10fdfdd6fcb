import type { StatedRead, StatedCell, StatedCube } from '../../lang/arrays/stated-cube.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { renamedSet } from '../../support/small-sets.js';
import { NoCheck } from './no-check.js';

/** Pending reads, and which of them are reached from where: bits by place (docs/engines/mcmt.md, "The representation"). */
export interface CubeReads {
  /** Null: it was found where the value comes from. */
  readonly list: readonly (StatedRead | null)[];
  readonly fromRead: readonly number[];
  /** By processes; what is not there reaches nothing. */
  readonly fromReadOf: readonly number[];
  readonly fromWriteOf: readonly number[];
  readonly fromCell: ReadonlyMap<string, number>;
}

export const noReads: CubeReads = {
  list: [],
  fromRead: [],
  fromReadOf: [],
  fromWriteOf: [],
  fromCell: new Map(),
};

export const cellKey = ({ symbol, indices }: StatedCell): string => `${symbol} ${indices.join(' ')}`;

const mostReads = 31;

export function requireRoom(reads: number): void {
  if (reads > mostReads) throw new NoCheck(`more than ${mostReads} reads are pending`);
}

export function readsOf({ procs, reads, reach }: StatedCube): CubeReads {
  requireRoom(reads.length);
  const each = (lists: readonly (readonly number[])[], count: number): readonly number[] =>
    numbersBelow(count).map((i) => bitsOf(lists[i] ?? []));
  return {
    list: reads,
    fromRead: each(reach.fromRead, reads.length),
    fromReadOf: each(reach.fromReadOf, procs),
    fromWriteOf: each(reach.fromWriteOf, procs),
    fromCell: new Map(reach.fromCell.map(({ cell, reads: reached }) => [cellKey(cell), bitsOf(reached)])),
  };
}

const bitsOf = (reads: readonly number[]): number => reads.reduce((bits, read) => bits | (1 << read), 0);

/** All reads at one moment, the last one: whatever any process has read, it has read by then (rule 13). */
export function atOnce(list: readonly StatedRead[], procs: number): CubeReads {
  requireRoom(list.length);
  const all = bitsOf([...list.keys()]);
  return {
    list,
    fromRead: list.map(() => all),
    fromReadOf: numbersBelow(procs).map(() => all),
    fromWriteOf: [],
    fromCell: new Map(),
  };
}

/** What a transition of `actor` does to weak cells. */
export interface WeakAccesses {
  readonly actor: number;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly fence: boolean;
  readonly readCells: readonly string[];
  readonly writtenCells: readonly string[];
  /** Pending reads that get their values from it, those of the actor included (bits). */
  readonly satisfied: number;
  /** Of these, those of other processes. */
  readonly satisfiedOfOthers: number;
  /** Pending reads of others of cells that it writes that got theirs before (bits). */
  readonly missed: number;
  readonly newReads: readonly StatedRead[];
}

/** The reads before the transition; null: it would be before itself (rules 4 to 12). */
export function readsBefore(after: CubeReads, procs: number, access: WeakAccesses): CubeReads | null {
  const { actor, writes, missed, satisfied, newReads } = access;
  const old = after.list.length;
  requireRoom(old + newReads.length);
  const reached = reachedBy(after, access);
  if ((reached & missed) !== 0) return null;
  const full = newReads.reduce((bits, _, i) => bits | (1 << (old + i)), reached);
  // What reaches a read that got its value before reaches the transition, and all that it reaches.
  const beyond = (bits: number): number => ((bits & missed) === 0 ? bits : bits | full);
  const ofProcs = (sets: readonly number[]) => numbersBelow(procs).map((p) => beyond(sets[p] ?? 0));
  const [fromReadOf, fromWriteOf] = [ofProcs(after.fromReadOf), ofProcs(after.fromWriteOf)];
  const fromCell = new Map([...after.fromCell].map(([cell, bits]) => [cell, beyond(bits)]));
  fromReadOf[actor] = at(fromReadOf, actor) | full;
  if (writes) {
    fromWriteOf[actor] = at(fromWriteOf, actor) | full;
    for (const cell of access.writtenCells) fromCell.set(cell, (fromCell.get(cell) ?? 0) | full);
  }
  if (access.fence) fromWriteOf[actor] = at(fromWriteOf, actor) | at(fromReadOf, actor);
  return {
    list: [...after.list.map((read, i) => ((satisfied & (1 << i)) === 0 ? read : null)), ...newReads],
    fromRead: [...after.fromRead.map((bits, i) => beyond(bits | (1 << i))), ...newReads.map(() => full)],
    ...{ fromReadOf, fromWriteOf, fromCell },
  };
}

/** Rules 4 to 6. */
function reachedBy(after: CubeReads, access: WeakAccesses): number {
  const { actor, reads, writes, readCells, writtenCells, satisfiedOfOthers } = access;
  let reached = 0;
  if (reads) reached |= (after.fromReadOf[actor] ?? 0) | (after.fromWriteOf[actor] ?? 0);
  if (writes) reached |= after.fromWriteOf[actor] ?? 0;
  for (const cell of [...(reads ? readCells : []), ...writtenCells]) reached |= after.fromCell.get(cell) ?? 0;
  for (const [i, bits] of after.fromRead.entries())
    if ((satisfiedOfOthers & (1 << i)) !== 0) reached |= bits | (1 << i);
  return reached;
}

/** Whether all that the cube says is reached is reached there, too: then what it forbids is forbidden there. */
export function isWithin(
  { procs, reads, reach }: StatedCube,
  to: readonly number[],
  readTo: readonly number[],
  there: CubeReads,
): boolean {
  const isIn = (reached: readonly number[], bits: number): boolean =>
    (renamedSet(bitsOf(reached), readTo) & ~bits) === 0;
  return (
    reads.every((_, i) => isIn(reach.fromRead[i] ?? [], at(there.fromRead, at(readTo, i)))) &&
    numbersBelow(procs).every(
      (p) =>
        isIn(reach.fromReadOf[p] ?? [], there.fromReadOf[at(to, p)] ?? 0) &&
        isIn(reach.fromWriteOf[p] ?? [], there.fromWriteOf[at(to, p)] ?? 0),
    ) &&
    reach.fromCell.every(({ cell: { symbol, indices }, reads: reached }) => {
      const cell = { symbol, indices: indices.map((index) => at(to, index)) };
      return isIn(reached, there.fromCell.get(cellKey(cell)) ?? 0);
    })
  );
}
