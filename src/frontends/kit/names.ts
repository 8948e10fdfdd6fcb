import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Word } from '../../diagnostics/span.js';

/** Reports each word that the list has already had. */
export function reportTwins(
  words: Iterable<Word>,
  bag: DiagnosticBag,
  messageOf: (name: string) => string = (name) => `${name} is declared twice`,
): void {
  const seen = new Set<string>();
  for (const { text, span } of words) {
    if (seen.has(text)) bag.report('E202', span, messageOf(text));
    seen.add(text);
  }
}
