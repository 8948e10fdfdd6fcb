import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../support/suggest.js';

export function reportUnknown({ text, span }: Word, known: Iterable<string>, bag: DiagnosticBag): void {
  bag.report('E201', span, `there is no variable ${text}`, didYouMean(text, known, 'Is it'));
}

export function reportUnknownProcess(
  { text, span }: Word,
  known: Iterable<string>,
  bag: DiagnosticBag,
): void {
  bag.report('E204', span, `there is no process ${text}`, didYouMean(text, known, 'Is it'));
}
