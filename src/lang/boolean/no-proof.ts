import { lineOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanProgram, BooleanThread } from './boolean-program.js';
import { atomsOf } from './boolean-formula.js';
import type { LocationId } from '../expr/ids.js';
import { at } from '../../support/invariant.js';

/** What engines say of programs that they have found no violation in, and that are no proof all the same. */

export const noEnd = 'no run of the program comes to its end, so nothing is asked of one';

export const neverBegins =
  'no run gets through the initialisation: there is no state in which the property could fail';

/** The location is that of a label that the thread does not have. */
export function goesAstray({ threads }: BooleanProgram, thread: number, location: LocationId): string {
  const { label, span } = at(at(threads, thread).locations, location);
  const what = label === null ? 'a label' : `label ${label}`;
  return `${named(thread)} jumps to ${what}, which it does not have${inLine(span)}`;
}

export function neverMoves({ threads }: BooleanProgram, thread: number): string {
  const { locations, entry } = at(threads, thread);
  const place = inLine(at(locations, entry).span);
  return `${named(thread)} never gets past its first statement${place}, although nothing there makes it wait: the program is stuck, not safe`;
}

/**
 * The property speaks of a place that lies in an atomic section which only the end of the process ends: whenever the property
 * is looked at nobody is there. Null: of none.
 */
export function neverSeen({ threads, property }: BooleanProgram): string | null {
  if (property === null || property.kind === 'final') return null;
  for (const atom of atomsOf(property.condition)) {
    if (atom.kind !== 'at') continue;
    const thread = at(threads, atom.thread);
    const places = thread.locations.filter((l) => l.label === atom.label);
    if (places.length === 0 || !places.every((l) => isSwallowed(thread, l.id))) continue;
    const section = `an atomic section without end_atomic${inLine(at(places, 0).span)}`;
    return `label ${atom.label} of ${named(atom.thread)} is inside ${section}: the property never sees it there`;
  }
  return null;
}

function isSwallowed({ locations, commands, end }: BooleanThread, place: LocationId): boolean {
  const inside = new Set([place]);
  for (const id of inside) {
    if (id === end) continue;
    if (!at(locations, id).atomic) return false;
    for (const { from, to } of commands) if (from === id) inside.add(to);
  }
  return inside.has(end);
}

/** By its position: the number in the text may be another. */
export const named = (thread: number): string => (thread === 0 ? 'the initialisation' : `process ${thread}`);

function inLine(span: Span): string {
  const line = lineOf(span);
  return line === null ? '' : ` (line ${line})`;
}
