import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Token } from './token.js';

/**
 * The tokens cut before each that begins a section; none is empty. What stands before the first is left out and reported,
 * with a hint what a text begins with.
 */
export function cutSections(
  tokens: readonly Token[],
  begins: (token: Token, index: number) => boolean,
  hint: string,
  bag: DiagnosticBag,
): readonly (readonly Token[])[] {
  const starts = tokens.flatMap((token, i) => (begins(token, i) ? [i] : []));
  const [stray] = tokens;
  if (stray !== undefined && starts[0] !== 0 && stray.type !== 'bad')
    bag.report('E103', stray.span, `unexpected ${stray.raw} at the start`, hint);
  return starts.map((start, n) => tokens.slice(start, starts[n + 1]));
}
