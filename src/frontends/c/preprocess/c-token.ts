import type { Spanned } from '../../../diagnostics/span.js';

/** A token of C, before and after the preprocessor. */
export interface CToken extends Spanned {
  readonly kind: 'name' | 'number' | 'char' | 'string' | 'punctuator' | 'end';
  readonly text: string;
  /** Blanks or a comment stand before it. */
  readonly spaced: boolean;
  /** Macros that made it, which do not expand it again (C11 6.10.3.4). */
  readonly hidden?: ReadonlySet<string>;
}

/** A line of the text with its splices joined; `isDirective`: it begins with `#`, which is left out. */
export interface CLine {
  readonly tokens: readonly CToken[];
  readonly isDirective: boolean;
  /** Where the directive begins, or the first token. */
  readonly start: number;
}
