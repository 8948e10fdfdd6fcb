import type { Word } from '../diagnostics/span.js';
import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { suggest } from '../support/suggest.js';

export function reportUnknown({ text, span }: Word, known: Iterable<string>, bag: DiagnosticBag): void {
  const near = suggest(text, known);
  bag.report('E201', span, `there is no variable ${text}`, near === null ? null : `Is it ${near}?`);
}

export function reportUnknownProcess(
  { text, span }: Word,
  known: Iterable<string>,
  bag: DiagnosticBag,
): void {
  const near = suggest(text, known);
  bag.report('E204', span, `there is no process ${text}`, near === null ? null : `Is it ${near}?`);
}
