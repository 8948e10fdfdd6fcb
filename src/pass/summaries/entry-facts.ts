import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';

/** Entries of one thread: one for a cell, or one for a cell and a younger one. */
export interface FollowedEntries {
  readonly thread: ThreadId;
  readonly older: CellId;
  readonly newer: CellId | null;
}

/**
 * What is thought to hold whenever an entry leaves the buffer: of its value, of that of a younger entry which is still waiting if
 * there is one, and of main memory before the flush. Values of entries are the variables that followed entries have.
 */
export interface EntryFact extends FollowedEntries {
  /** Of the property that says so. */
  readonly name: string;
  readonly formula: Expr;
}

export const sameEntries = (a: FollowedEntries, b: FollowedEntries): boolean =>
  a.thread === b.thread && a.older === b.older && a.newer === b.newer;

/** What a fact says of entries at hand. */
export interface FactInstance {
  readonly fact: EntryFact;
  readonly formula: Expr;
}
