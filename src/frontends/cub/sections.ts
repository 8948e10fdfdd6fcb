import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { at } from '../../support/invariant.js';
import { cutSections } from '../kit/sections.js';
import type { Token } from '../kit/token.js';

/** The tokens of one declaration, from the word that begins it to before the next. Never empty. */
export type DeclarationTokens = readonly Token[];

const sectionWords = new Set([
  ...['number_procs', 'type', 'weak', 'var', 'array', 'const'],
  ...['init', 'unsafe', 'invariant', 'predicate', 'transition'],
]);

export const splitSections = (tokens: readonly Token[], bag: DiagnosticBag): readonly DeclarationTokens[] =>
  cutSections(
    tokens,
    (_, i) => begins(tokens, i),
    'A system begins with its types and variables: type t = A | B, var X : t, array C[proc] : t.',
    bag,
  );

/** A transition may have any name, and `weak` belongs to what follows it. */
function begins(tokens: readonly Token[], i: number): boolean {
  const { type, value } = at(tokens, i);
  if (type !== 'keyword' || !sectionWords.has(value)) return false;
  const before = tokens[i - 1]?.value;
  if (before === 'transition') return false;
  return !(before === 'weak' && (value === 'var' || value === 'array'));
}
