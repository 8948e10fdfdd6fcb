import type { LocationId } from '../lang/expr/ids.js';
import type { Automaton, Edge } from '../lang/program/system.js';
import { at } from '../support/invariant.js';

/** Where a thread stands. */
interface ThreadStanding {
  readonly automaton: Automaton;
  readonly place: LocationId;
}

/** A step that does nothing but wait: the reduced program may have it as part of another, or not at all. */
export const onlyWaits = ({ actions }: Edge): boolean =>
  actions.every((a) => a.kind === 'lock' || a.kind === 'fence');

/**
 * How far a thread of the source is from where its twin in the reduced program stands: 0 if both are inside an atomic
 * section or neither, both have ended or neither,
 * both are at the same labels, and what the twin does next the source does next.
 */
export function strayed(source: ThreadStanding, reduced: ThreadStanding): number {
  const own = at(source.automaton.locations, source.place);
  const other = at(reduced.automaton.locations, reduced.place);
  const ended = own.id === source.automaton.end;
  return (
    (own.atomic === other.atomic ? 0 : 8) +
    (ended === isOver(reduced) ? 0 : 4) +
    (own.labels.join() === other.labels.join() ? 0 : 2) +
    delay(source, reduced)
  );
}

/** Whether the twin has ended, or all that is left to do is none of the source's: to say that it is done. */
function isOver({ automaton, place }: ThreadStanding): boolean {
  if (place === automaton.end) return true;
  const leaving = automaton.edges.filter((e) => e.from === place);
  const { labels, atomic } = at(automaton.locations, place);
  const onlyEnds = leaving.every((e) => e.enacts === undefined && e.to === automaton.end);
  return leaving.length > 0 && labels.length === 0 && !atomic && onlyEnds;
}

/** Whether the source's next step is the twin's, or is so after steps that only wait, or is not. */
function delay(source: ThreadStanding, reduced: ThreadStanding): 0 | 1 | 2 {
  const due = cues(
    reduced,
    ({ enacts }, automaton, to) => enacts === undefined && at(automaton.locations, to).atomic,
  );
  if (due.size === 0) return 0;
  if ([...cues(source, () => false)].some((n) => due.has(n))) return 0;
  return [...cues(source, onlyWaits)].some((n) => due.has(n)) ? 1 : 2;
}

/** The numbers of the statements that the next steps are cues for, also behind steps that are passed. */
function cues(
  { automaton, place }: ThreadStanding,
  passes: (edge: Edge, automaton: Automaton, to: LocationId) => boolean,
): ReadonlySet<number> {
  const places = [place];
  const found = new Set<number>();
  for (const here of places) {
    for (const edge of automaton.edges.filter((e) => e.from === here)) {
      const { enacts } = edge;
      if (enacts?.kind === 'statement' && enacts.part !== 'late') found.add(enacts.number);
      if (passes(edge, automaton, edge.to) && !places.includes(edge.to)) places.push(edge.to);
    }
  }
  return found;
}
