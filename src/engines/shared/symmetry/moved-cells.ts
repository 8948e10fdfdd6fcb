import { at } from '../../../support/invariant.js';
import type { BufferPlan } from '../packed/buffering.js';
import type { PackedVariable, PackedVariables } from '../packed/packed-variables.js';
import type { ThreadGroup } from './thread-group.js';

/** Whose a cell is, and which of those of its owner. */
export interface OwnedCell {
  readonly member: number;
  readonly place: number;
}

/** By cell; cells that belong to no member are not there. */
export function owners({ cells }: ThreadGroup): ReadonlyMap<number, OwnedCell> {
  return new Map(
    cells.flatMap((own, member) => own.map((cell, place) => [cell, { member, place }] as const)),
  );
}

/** Where a member is, another may be: the buffer of each has room for the counterparts of what those of others hold. */
export function isKnownToBuffers(
  group: ThreadGroup,
  variables: PackedVariables,
  buffers: readonly BufferPlan[],
): boolean {
  const owned = owners(group);
  const image = (cell: PackedVariable, from: number, to: number): PackedVariable => {
    const own = owned.get(cell.index);
    if (own === undefined || (own.member !== from && own.member !== to)) return cell;
    return variables.ofCell(at(at(group.cells, own.member === from ? to : from), own.place));
  };
  return variables.system.threads.every(({ id }) =>
    group.threads.every((_, to) => {
      const { cells } = at(buffers, id);
      const member = group.threads.indexOf(id);
      const there = at(buffers, at(group.threads, to));
      if (member >= 0)
        return (
          there.cells.length === cells.length &&
          // Of a thread that buffers nothing it is no number.
          Object.is(there.enough, at(buffers, id).enough) &&
          cells.every((cell) => there.cells.includes(image(cell, member, to)))
        );
      return cells.every((cell) => cells.includes(image(cell, 0, to)));
    }),
  );
}
