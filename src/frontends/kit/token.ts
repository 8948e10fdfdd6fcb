import type moo from 'moo';
import { covering, sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span, Spanned, Word } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';

/** A word, a number or a symbol of a text. */
export interface Token {
  /** `bad`: it is none, and has been reported. */
  readonly type: string;
  /** What the literals of the grammar are compared with. */
  readonly value: string;
  /** As it is written. */
  readonly raw: string;
  readonly span: Span;
}

/** From the first to the last; there is one. */
export const spanOf = (parts: readonly Spanned[]): Span =>
  covering(at(parts, 0).span, at(parts, parts.length - 1).span);

export const wordOf = ({ raw, span }: Token): Word => ({ text: raw, span });

const ignored: ReadonlySet<string> = new Set(['space', 'comment']);

/** The next token of the lexer, past what it calls `space` and `comment`; null at the end of the text. */
export function nextToken(
  source: Source,
  lexer: moo.Lexer,
  readAs: ((raw: string) => string) | null = null,
): Token | null {
  for (let piece = lexer.next(); piece !== undefined; piece = lexer.next()) {
    const { type = 'bad', text: raw, offset } = piece;
    if (ignored.has(type)) continue;
    const span = sourceSpan(source, offset, offset + raw.length);
    return { type, value: readAs === null ? raw : readAs(raw), raw, span };
  }
  return null;
}
