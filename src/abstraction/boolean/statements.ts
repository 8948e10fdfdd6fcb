import type { Automaton, Edge } from '../../ir/system.js';
import type { System } from '../../ir/system.js';
import { printAction } from '../../ir/print-system.js';
import type { LocationId } from '../../ir/ids.js';

/** What an edge does, as text. */
export const edgeText = (system: System, thread: Automaton, { actions }: Edge): string =>
  actions.map((action) => printAction(system, thread, action)).join('; ') || 'skip';

/** What can be done at a location, as text; null if nothing can. */
export function locationText(system: System, thread: Automaton, location: LocationId): string | null {
  const texts = thread.edges
    .filter(({ from }) => from === location)
    .map((edge) => edgeText(system, thread, edge));
  return texts.length === 0 ? null : [...new Set(texts)].join(' | ');
}
