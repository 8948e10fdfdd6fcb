import type { Span, Word } from '../../diagnostics/span.js';
import type { CompareOp } from '../../lang/expr/operators.js';

/** One line of a program, if it is written as usual: brackets such as `if` and `endif` are statements of their own. */
export interface SalplLine {
  readonly label: Word | null;
  readonly statement: SalplStatement;
  readonly span: Span;
}

export type SalplStatement =
  | { readonly kind: 'bracket'; readonly bracket: Bracket }
  | { readonly kind: 'process'; readonly number: Word }
  | { readonly kind: 'store'; readonly target: Word; readonly value: SalplSum }
  | { readonly kind: 'load'; readonly target: Word; readonly from: Word }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: SalplSum }
  | { readonly kind: 'nop' }
  | { readonly kind: 'fence' }
  | { readonly kind: 'goto'; readonly target: Word }
  | { readonly kind: 'if'; readonly cond: SalplCond }
  /** `assert always`. */
  | { readonly kind: 'always'; readonly cond: SalplCond }
  /** The comment of program counters; with `joins` it is a further part of the `assert always` that follows it. */
  | { readonly kind: 'counters'; readonly joins: SalplBooleanOp | null; readonly cond: SalplCond };

export type Bracket = 'beginit' | 'endinit' | 'else' | 'endif' | 'begin_atomic' | 'end_atomic';

export type SalplBooleanOp = '&&' | '||';

export type SalplCond =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'not'; readonly arg: SalplCond }
  | {
      readonly kind: 'boolean';
      readonly op: SalplBooleanOp;
      readonly left: SalplCond;
      readonly right: SalplCond;
    }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: SalplSum; readonly right: SalplSum }
  /** `pc{1} = 11`. */
  | { readonly kind: 'at'; readonly process: Word; readonly label: Word };

export type SalplSum =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'negative'; readonly arg: SalplSum }
  | {
      readonly kind: 'arithmetic';
      readonly op: '+' | '-' | '*';
      readonly left: SalplSum;
      readonly right: SalplSum;
    };
