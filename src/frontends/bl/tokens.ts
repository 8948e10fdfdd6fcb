import type { TextCondition, TextExpression } from '../../ir/boolean-text.js';

/** Conditions and expressions are single tokens that carry what they mean: see grammars/bl.ne. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly type: 'keyword' | 'name' | 'number' | 'symbol'; readonly text: string }
  | { readonly type: 'condition'; readonly node: TextCondition }
  | { readonly type: 'expression'; readonly node: TextExpression }
);

/** A word that begins an item wherever it stands. */
export const opensItem = (token: Token): boolean => token.type === 'keyword' && openers.has(token.text);

export const openers: ReadonlySet<string> = new Set(['shared', 'local', 'init', 'process', 'assert']);

/** For the grammar, which only asks it for types of tokens. */
export const lexer = {
  has: (_type: string): boolean => true,
  reset: (_chunk: string): void => {},
  next: (): undefined => undefined,
  save: (): null => null,
  formatError: (): string => '',
};

export const hasText = (token: Token | undefined, text: string): boolean =>
  token !== undefined && 'text' in token && token.text === text;
