import { expressionsRead, localWritten } from './actions.js';
import { localsOf } from '../expr/expr.js';
import type { LocalId } from '../expr/ids.js';
import type { Automaton, Edge } from './system.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';

/**
 * Adds to the sets, one for each location, what is live there because of what may follow: `before` says what is live before
 * an edge, given what is live after it, and says no less of more.
 */
export function propagate<E extends { readonly from: number; readonly to: number }, V>(
  live: readonly Set<V>[],
  edges: readonly E[],
  before: (edge: E, after: ReadonlySet<V>) => Iterable<V>,
): void {
  const into = byNumber(edges.keys(), live.length, (i) => at(edges, i).to);
  const open = edges.map((_, i) => i);
  const isOpen = edges.map(() => true);
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    isOpen[i] = false;
    const edge = at(edges, i);
    const here = at(live, edge.from);
    const size = here.size;
    for (const item of before(edge, at(live, edge.to))) here.add(item);
    if (here.size === size) continue;
    for (const earlier of at(into, edge.from)) {
      if (isOpen[earlier] === true) continue;
      isOpen[earlier] = true;
      open.push(earlier);
    }
  }
}

/** For each location of an automaton the locals whose value there may still be read by the thread. */
export function liveLocals({ locations, edges }: Automaton): readonly ReadonlySet<LocalId>[] {
  const live = locations.map(() => new Set<LocalId>());
  propagate(live, edges, liveBefore);
  return live;
}

/** The locals that are live before an edge, given those that are live after it. */
export function liveBefore(edge: Edge, after: ReadonlySet<LocalId>): ReadonlySet<LocalId> {
  const live = new Set(after);
  for (const action of edge.actions.toReversed()) {
    const written = localWritten(action);
    if (written !== null) live.delete(written);
    for (const expr of expressionsRead(action)) for (const id of localsOf(expr)) live.add(id);
  }
  return live;
}
