import type { LocationId } from '../lang/expr/ids.js';
import type { Automaton } from '../lang/program/system.js';
import { byNumber } from '../support/lists.js';

/**
 * Places in atomic sections such that every loop in a section goes through one: where a way through a section has to stop so
 * that there are finitely many.
 */
export function sectionLoops({ locations, edges }: Automaton): ReadonlySet<LocationId> {
  const inside = new Set(locations.filter(({ atomic }) => atomic).map(({ id }) => id));
  const leaving = byNumber(edges, locations.length, ({ from }) => from);
  const found = new Set<LocationId>();
  const done = new Set<LocationId>();
  for (const start of inside) {
    const path = new Set<LocationId>();
    const open: { readonly place: LocationId; readonly left: boolean }[] = [{ place: start, left: false }];
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      const { place, left } = here;
      if (left) {
        path.delete(place);
        done.add(place);
        continue;
      }
      if (path.has(place)) found.add(place);
      if (path.has(place) || done.has(place)) continue;
      path.add(place);
      open.push({ place, left: true });
      for (const { to } of leaving[place] ?? []) if (inside.has(to)) open.push({ place: to, left: false });
    }
  }
  return found;
}
