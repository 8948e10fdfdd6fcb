import type { Span, Word } from '../../diagnostics/span.js';
import type { ExprPlace } from './scope.js';

export function unknown(
  place: ExprPlace,
  word: Word,
  message: string,
  candidates: readonly string[],
  code: 'E201' | 'E203' | 'E204' = 'E201',
): null {
  if (place.world.lost.has(word.text)) return null;
  const meant = place.world.suggest(word.text, candidates);
  place.world.bag.report(code, word.span, message, meant === null ? null : `did you mean \`${meant}\`?`);
  return null;
}

export function wrongUse(place: ExprPlace, span: Span, message: string, note: string | null = null): null {
  place.world.bag.report('E205', span, message, note);
  return null;
}

export function notConstant(span: Span, place: ExprPlace): null {
  place.world.bag.report('E305', span, 'only constants may stand here', 'declare one: `const N = 3;`');
  return null;
}
