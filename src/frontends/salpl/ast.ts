import type { Span, Word } from '../../diagnostics/span.js';
import type { CompareOp } from '../../ir/operators.js';

/** One line of a program, if it is written as usual: brackets such as `if` and `endif` are statements of their own. */
export interface Item {
  readonly label: Word | null;
  readonly statement: Statement;
  readonly span: Span;
}

export type Statement =
  | { readonly kind: 'bracket'; readonly bracket: Bracket }
  | { readonly kind: 'process'; readonly number: Word }
  | { readonly kind: 'store'; readonly target: Word; readonly value: Sum }
  | { readonly kind: 'load'; readonly target: Word; readonly from: Word }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: Sum }
  | { readonly kind: 'nop' }
  | { readonly kind: 'fence' }
  | { readonly kind: 'goto'; readonly target: Word }
  | { readonly kind: 'if'; readonly cond: Cond }
  /** `assert always`. */
  | { readonly kind: 'always'; readonly cond: Cond }
  /** The comment of program counters; with `joins` it is a further part of the `assert always` that follows it. */
  | { readonly kind: 'counters'; readonly joins: BooleanOp | null; readonly cond: Cond };

export type Bracket = 'beginit' | 'endinit' | 'else' | 'endif' | 'begin_atomic' | 'end_atomic';

export type BooleanOp = '&&' | '||';

export type Cond =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'not'; readonly arg: Cond }
  | { readonly kind: 'boolean'; readonly op: BooleanOp; readonly left: Cond; readonly right: Cond }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Sum; readonly right: Sum }
  /** `pc{1} = 11`. */
  | { readonly kind: 'at'; readonly process: Word; readonly label: Word };

export type Sum =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'negative'; readonly arg: Sum }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*'; readonly left: Sum; readonly right: Sum };
