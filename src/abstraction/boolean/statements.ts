import type { Automaton, System } from '../../ir/system.js';
import { printEdge } from '../../ir/print-system.js';
import type { LocationId } from '../../ir/ids.js';

/** What can be done at a location, as text; null if nothing can. */
export function locationText(system: System, thread: Automaton, location: LocationId): string | null {
  const texts = thread.edges
    .filter(({ from }) => from === location)
    .map((edge) => printEdge(system, thread, edge));
  return texts.length === 0 ? null : [...new Set(texts)].join(' | ');
}
