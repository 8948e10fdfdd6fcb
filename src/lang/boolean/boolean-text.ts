import type { Span } from '../../diagnostics/span.js';
import type { CompareOp } from '../expr/operators.js';

/**
 * A Boolean program as its text says it, without layout: what the `.bl` reader makes and the `.bl` writer takes.
 * Equal conditions may be one object: texts repeat conditions of thousands of cubes at every statement.
 */
export interface BooleanText {
  readonly shared: readonly string[];
  /** Every block has its own set of them. */
  readonly local: readonly string[];
  /** The initialisation, then the processes. */
  readonly blocks: readonly TextBlock[];
  readonly properties: readonly TextProperty[];
}

export interface TextBlock {
  /** What stands after `process`; null: the initialisation. Processes are meant by their position, not by this. */
  readonly number: number | null;
  readonly statements: readonly TextStatement[];
  readonly span: Span;
}

export interface TextStatement {
  /** Those between the statement before and this one. */
  readonly comments: readonly TextComment[];
  readonly label: number;
  readonly action: TextAction;
  readonly span: Span;
}

export type TextComment =
  /** The statement of the abstracted program whose translation begins here. */
  | { readonly kind: 'source'; readonly text: string }
  /** What the variable stands for. */
  | { readonly kind: 'predicate'; readonly variable: string; readonly text: string }
  | { readonly kind: 'note'; readonly text: string };

export type TextAction =
  | { readonly kind: 'nop' | 'begin_atomic' | 'end_atomic' | 'barrier' }
  | { readonly kind: 'store' | 'assign'; readonly target: string; readonly value: TextValue }
  | { readonly kind: 'load'; readonly target: string; readonly from: string }
  | { readonly kind: 'assume'; readonly condition: TextCondition }
  /** Goes on with the next statement where the condition does not hold. */
  | { readonly kind: 'if'; readonly condition: TextCondition; readonly target: number };

export type TextValue =
  | { readonly kind: 'expression'; readonly expression: TextExpression }
  | { readonly kind: 'choose'; readonly yes: TextCondition; readonly no: TextCondition };

export type TextCondition =
  | { readonly kind: 'truth'; readonly value: boolean }
  | TextAny
  | {
      readonly kind: 'compare';
      readonly op: CompareOp;
      readonly left: TextExpression;
      readonly right: TextExpression;
    }
  | { readonly kind: 'not'; readonly part: TextCondition }
  /** Two parts or more. */
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TextCondition[] };

export type TextExpression =
  | { readonly kind: 'int'; readonly value: number }
  | TextAny
  /** With a block: the local of another block, in properties only. */
  | { readonly kind: 'name'; readonly name: string; readonly block: number | null }
  /** The label that the block stands at; -1 at its end. In properties only. */
  | { readonly kind: 'pc'; readonly block: number }
  /** Not of an `int`, which has a sign of its own. */
  | { readonly kind: 'negative'; readonly part: TextExpression }
  /** Two terms or more; the first is added. */
  | { readonly kind: 'sum'; readonly terms: readonly TextTerm[] }
  /** Two parts or more. */
  | { readonly kind: 'product'; readonly parts: readonly TextExpression[] };

export interface TextTerm {
  readonly minus: boolean;
  readonly part: TextExpression;
}

/** `*`: either truth value as a condition, 0 or 1 as a number. */
export interface TextAny {
  readonly kind: 'any';
}

export interface TextProperty {
  readonly kind: 'always' | 'final';
  readonly condition: TextCondition;
  readonly span: Span;
}
