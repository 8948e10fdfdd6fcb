import { sourceSpan } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';

/** Where the name first stands in the text of the span. */
export function occurrence(span: Span, name: string): Span {
  if (span.kind !== 'source') return span;
  const { source, start, end } = span;
  const found = new RegExp(`\\b${name}\\b`).exec(source.text.slice(start, end));
  return found === null ? span : sourceSpan(source, start + found.index, start + found.index + name.length);
}
