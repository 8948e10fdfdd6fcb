import type { SharedId } from '../lang/expr/ids.js';
import type { Block, SharedPlace, Stmt, Thread } from '../lang/program/program.js';
import { blocksOf } from '../lang/program/walk-statements.js';

/** The stores of a thread that go through its buffer: all but those inside `locked`, unless it says which do. */
export function bufferedStores(block: Block): readonly SharedPlace[] {
  return block.flatMap((stmt): readonly SharedPlace[] => {
    if (stmt.kind === 'locked') {
      const { buffered } = stmt;
      return buffered === undefined
        ? []
        : bufferedStores(stmt.body).filter((place) => buffered.has(place.shared));
    }
    return [...storesOf(stmt), ...blocksOf(stmt).flatMap(bufferedStores)];
  });
}

const storesOf = (stmt: Stmt): readonly SharedPlace[] =>
  stmt.kind === 'assign' && stmt.target.kind === 'shared' ? [stmt.target] : [];

/** The variables whose writes by the thread may be buffered; what it reads of all others comes from main memory. */
export function bufferedVariables(thread: Thread): ReadonlySet<SharedId> {
  return new Set(bufferedStores(thread.body).map((place) => place.shared));
}
