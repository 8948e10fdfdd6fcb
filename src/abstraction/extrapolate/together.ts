import { waitsForBuffer } from '../../lang/program/actions.js';
import { shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocationId, ThreadId } from '../../lang/expr/ids.js';
import type { Action, Automaton, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { cellsIn } from './buffer-variables.js';

/** Whether writes of the thread to both cells may wait in its buffer at once. */
export type Together = (thread: ThreadId, one: Expr, other: Expr) => boolean;

/**
 * What rules 7 and 14 ask for, pair by pair: if every way from a store to one of the cells to a store to the other passes a
 * full fence or a locked action, no state has entries for both. That flushes may come earlier is left aside, so the answer
 * errs on the side of `true`.
 */
export function bufferedTogether(source: System): Together {
  const pairs = source.threads.map((thread) => pairsOf(thread, source));
  return (thread, one, other) => {
    const own = at(pairs, thread);
    return own.get(one)?.has(other) === true || own.get(other)?.has(one) === true;
  };
}

/** By cell, the cells that a later store with no fence between may go to. */
type Pairs = Map<Expr, Set<Expr>>;

function pairsOf(thread: Automaton, system: System): Pairs {
  const pairs: Pairs = new Map();
  /** What may wait in the buffer at each location that was reached; grows until nothing changes. */
  const waiting = new Map<LocationId, ReadonlySet<Expr>>([[thread.entry, new Set<Expr>()]]);
  const open: LocationId[] = [thread.entry];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const before = waiting.get(here) ?? new Set<Expr>();
    for (const edge of thread.edges) {
      if (edge.from !== here) continue;
      const after = edge.actions.reduce((cells, a) => afterAction(cells, a, system, pairs), before);
      const known = waiting.get(edge.to);
      if (known !== undefined && [...after].every((cell) => known.has(cell))) continue;
      waiting.set(edge.to, new Set([...(known ?? []), ...after]));
      open.push(edge.to);
    }
  }
  return pairs;
}

function afterAction(
  before: ReadonlySet<Expr>,
  action: Action,
  system: System,
  pairs: Pairs,
): ReadonlySet<Expr> {
  if (waitsForBuffer(action)) return new Set();
  if (action.kind !== 'store' || action.locked) return before;
  const written = cellsMeant(action, system);
  for (const cell of before) {
    const later = remembered(pairs, cell, () => new Set<Expr>());
    for (const other of written) later.add(other);
  }
  return new Set([...before, ...written]);
}

function cellsMeant(store: Extract<Action, { kind: 'store' }>, system: System): readonly Expr[] {
  if (store.index === null || store.index.kind === 'int') return [shared(store.shared, store.index)];
  return cellsIn(at(system.shared, store.shared));
}
