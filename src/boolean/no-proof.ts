import { lineOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { BooleanProgram } from '../ir/boolean-program.js';
import type { LocationId } from '../ir/ids.js';
import { at } from '../support/check.js';

/** What engines say of programs that they have found no violation in, and that are no proof all the same. */

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

/** By its position: the number in the text may be another. */
export const named = (thread: number): string => (thread === 0 ? 'the initialisation' : `process ${thread}`);

function inLine(span: Span): string {
  const line = lineOf(span);
  return line === null ? '' : ` (line ${line})`;
}
