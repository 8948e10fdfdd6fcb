import { expressionsRead, localWritten } from '../ir/actions.js';
import { localsOf } from '../ir/expr.js';
import type { LocalId } from '../ir/ids.js';
import type { Automaton, Edge } from '../ir/system.js';
import { at } from '../support/check.js';

/** For each location of an automaton the locals whose value there may still be read by the thread. */
export function liveLocals(automaton: Automaton): readonly ReadonlySet<LocalId>[] {
  const live = automaton.locations.map(() => new Set<LocalId>());
  for (let changed = true; changed;) {
    changed = false;
    for (const edge of automaton.edges.toReversed()) {
      const here = at(live, edge.from);
      const before = here.size;
      for (const id of liveBefore(edge, at(live, edge.to))) here.add(id);
      changed ||= here.size > before;
    }
  }
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
