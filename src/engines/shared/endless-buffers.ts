import { isBufferedStore } from '../../lang/program/actions.js';
import type { LocationId } from '../../lang/expr/ids.js';
import type { Automaton, Edge } from '../../lang/program/system.js';

/** The locations that these edges lead to from here on. */
export function reachableFrom(start: LocationId, edges: readonly Edge[]): ReadonlySet<LocationId> {
  const found = new Set([start]);
  for (const location of found) for (const edge of edges) if (edge.from === location) found.add(edge.to);
  return found;
}

/** Whether the thread can come from a store to the same store again without having waited for its buffer. */
export function mayBufferForEver({ edges }: Automaton): boolean {
  const waits = (edge: Edge): boolean =>
    edge.actions.some((a) => a.kind === 'lock' || (a.kind === 'fence' && a.fence === 'full'));
  const free = edges.filter((edge) => !waits(edge));
  return free.some(
    (edge) => edge.actions.some(isBufferedStore) && reachableFrom(edge.to, free).has(edge.from),
  );
}
