import type { FenceEdit } from '../../lang/program/fence-edit.js';
import type { FenceKind } from '../../lang/program/program.js';
import type { FencePoint, LockableStore } from '../../pass/fence-points.js';
import { InternalError, assertNever } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { FenceTask, FoundFence } from '../synthesis-report.js';

/** What a set of fences means for the text. */
export function fenceEdits(set: readonly FoundFence[], task: FenceTask): readonly FenceEdit[] {
  // Of two kinds at one place the stronger one is there.
  const points = new Map<number, { readonly point: FencePoint; fence: FenceKind }>();
  const locks: FenceEdit[] = [];
  for (const { kind, at: place } of set) {
    if (!('anchor' in place)) locks.push(lockOf(place));
    else {
      const one = remembered(points, place.id, () => ({ point: place, fence: 'ww' }));
      if (kind === 'fence') one.fence = 'full';
    }
  }
  const edits = [...points.values()].map(({ point, fence }) => editAt(point, fence, task));
  return [...edits, ...locks];
}

const lockOf = ({ stmt, text }: LockableStore): FenceEdit =>
  text === undefined ? { kind: 'lock', stmt } : { kind: 'text-order', span: text.span, order: 'seq_cst' };

function editAt({ anchor, owner }: FencePoint, fence: FenceKind, task: FenceTask): FenceEdit {
  switch (anchor.kind) {
    case 'begin':
      if (owner === null) throw new InternalError('at the begin of a thread its buffer is empty');
      return { kind: 'first', fence, of: owner.stmt, block: owner.block };
    case 'after':
      return { kind: 'behind', fence, stmt: anchor.stmt };
    case 'behind-labels': {
      const { stmt, made } = anchor;
      return made === null
        ? { kind: 'behind-labels', fence, stmt }
        : { kind: 'before', fence, stmt, label: made };
    }
    case 'fence':
      if (task === 'add') throw new InternalError('a fence that is there is not put in');
      return { kind: 'remove', stmt: anchor.stmt };
    case 'text':
      return { kind: 'text-fence', fence, place: anchor.place };
    default:
      return assertNever(anchor);
  }
}
