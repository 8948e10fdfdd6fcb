import type { TextCondition, TextExpression } from '../../lang/boolean/boolean-text.js';

/** Conditions, expressions and lists of names are single tokens that carry what they mean: see grammars/bl.ne. */
export type BlToken = { readonly start: number; readonly end: number } & (
  | { readonly type: 'keyword' | 'name' | 'number' | 'symbol'; readonly text: string }
  | { readonly type: 'condition'; readonly node: TextCondition }
  | { readonly type: 'expression'; readonly node: TextExpression }
  | { readonly type: 'names'; readonly names: readonly BlWord[] }
);

export interface BlWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words that begin an item wherever they stand. */
export const openers: ReadonlySet<string> = new Set(['shared', 'local', 'init', 'process', 'assert']);

/** For the grammar, which only asks it for types of tokens. */
export const lexer = {
  has: (_type: string): boolean => true,
  reset: (_chunk: string): void => {},
  next: (): undefined => undefined,
  save: (): null => null,
  formatError: (): string => '',
};

export const hasText = (token: BlToken | undefined, text: string): boolean =>
  token !== undefined && 'text' in token && token.text === text;
