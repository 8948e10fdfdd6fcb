import { covering, lineOf } from '../../diagnostics/span.js';
import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import type { Token } from '../kit/token.js';
import type { ForbiddenList } from './ast.js';

/** What the rules of grammars/rmm.ne make their parts with. */

export const wordOf = ({ value, span }: Token): Word => ({ text: value.replace(/^\$/, ''), span });

/** From one to the other, if they stand in one line: with macros the parts of a thing may come from anywhere. */
export function between(first: Spanned, last: Spanned): Span {
  return lineOf(first.span) === lineOf(last.span) ? covering(first.span, last.span) : first.span;
}

export function forbiddenList(tokens: readonly Token[]): ForbiddenList {
  const labels = tokens.map((token) => (token.value === '*' ? null : wordOf(token)));
  return { labels, span: between(at(tokens, 0), at(tokens, tokens.length - 1)) };
}
