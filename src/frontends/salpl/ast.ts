import type { Span, Word } from '../../diagnostics/span.js';
import type { Written } from '../kit/written.js';

/** One line of a program, if it is written as usual: brackets such as `if` and `endif` are statements of their own. */
export interface SalplLine {
  readonly label: Word | null;
  readonly statement: SalplStatement;
  readonly span: Span;
}

/** Without its place, which the reader knows. */
export type BareLine = Omit<SalplLine, 'span'>;

export type SalplStatement =
  | SalplSimple
  | { readonly kind: 'bracket'; readonly bracket: Bracket }
  | { readonly kind: 'process'; readonly number: Word }
  | { readonly kind: 'if'; readonly cond: SalplCond }
  /** `assert always`. */
  | { readonly kind: 'always'; readonly cond: SalplCond }
  /** The comment of program counters; with `joins` it is a further part of the `assert always` that follows it. */
  | { readonly kind: 'counters'; readonly joins: '&&' | '||' | null; readonly cond: SalplCond };

export type SalplSimple =
  | SalplAssignment
  | { readonly kind: 'nop' }
  | { readonly kind: 'fence' }
  | { readonly kind: 'goto'; readonly target: Word };

export type SalplAssignment =
  | { readonly kind: 'store'; readonly target: Word; readonly value: SalplSum }
  | { readonly kind: 'load'; readonly target: Word; readonly from: Word }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: SalplSum };

export type Bracket = 'beginit' | 'endinit' | 'else' | 'endif' | 'begin_atomic' | 'end_atomic';

export type SalplSum = Written<Word>;
export type SalplCond = Written<Word | CounterTest>;

/** `pc{1} = 11`. */
export interface CounterTest {
  readonly process: Word;
  readonly label: Word;
}
