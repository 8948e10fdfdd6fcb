import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { at } from '../../support/check.js';
import type { Token } from './lexer.js';

/** The tokens of one declaration, from the word that begins it to before the next. Never empty. */
export type Section = readonly Token[];

const sectionWords = new Set([
  ...['number_procs', 'type', 'weak', 'var', 'array', 'const'],
  ...['init', 'unsafe', 'invariant', 'predicate', 'transition'],
]);

/** What stands before the first of these words is reported. */
export function splitSections(tokens: readonly Token[], bag: DiagnosticBag): readonly Section[] {
  const starts = tokens.flatMap((_, i) => (begins(tokens, i) ? [i] : []));
  const [stray] = tokens;
  if (stray !== undefined && starts[0] !== 0 && stray.type !== 'bad') {
    const hint =
      'A system begins with its types and variables: type t = A | B, var X : t, array C[proc] : t.';
    bag.report('E103', stray.span, `unexpected ${stray.value} at the start`, hint);
  }
  return starts.map((start, n) => tokens.slice(start, starts[n + 1]));
}

/** A transition may have any name, and `weak` belongs to what follows it. */
function begins(tokens: readonly Token[], i: number): boolean {
  const { type, value } = at(tokens, i);
  if (type !== 'keyword' || !sectionWords.has(value)) return false;
  const before = tokens[i - 1]?.value;
  if (before === 'transition') return false;
  return !(before === 'weak' && (value === 'var' || value === 'array'));
}
