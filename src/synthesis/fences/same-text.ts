import { originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';

/** Whether two things go back to the same part of the user's text. */
export function isSameText(one: Span, other: Span): boolean {
  const [a, b] = [originOf(one), originOf(other)];
  if (a === null || b === null) return one === other;
  return a.start === b.start && a.end === b.end && a.source === b.source;
}
