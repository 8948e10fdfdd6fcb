import type { Span, Word } from '../../diagnostics/span.js';

/** A `.cub` file as it is written. */

/** A process by the name of a variable, or by its number: `#1`. */
export type Process =
  | { readonly kind: 'named'; readonly name: Word; readonly span: Span }
  | { readonly kind: 'fixed'; readonly number: number; readonly span: Span };

/** A name may be that of a process variable, a constructor, a variable or a constant. */
export type Place =
  | { readonly kind: 'name'; readonly name: Word; readonly span: Span }
  | { readonly kind: 'cell'; readonly name: Word; readonly indices: readonly Process[]; readonly span: Span };

export type Term =
  | Place
  | {
      readonly kind: 'number';
      readonly numerator: bigint;
      readonly denominator: bigint;
      /** Written with a point. */
      readonly real: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'fixed'; readonly number: number; readonly span: Span }
  | { readonly kind: 'view'; readonly process: Process; readonly place: Place; readonly span: Span }
  | { readonly kind: 'negative'; readonly arg: Term; readonly span: Span }
  | {
      readonly kind: 'arithmetic';
      readonly op: '+' | '-' | '*';
      readonly left: Term;
      readonly right: Term;
      readonly span: Span;
    };

export type CompareOp = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Connective = '&&' | '||' | '=>' | '<=>';
export type Quantifier = 'forall' | 'exists' | 'forall_other' | 'exists_other';

export type Expr =
  | { readonly kind: 'truth'; readonly value: boolean; readonly span: Span }
  | {
      readonly kind: 'compare';
      readonly op: CompareOp;
      readonly left: Term;
      readonly right: Term;
      readonly span: Span;
    }
  | { readonly kind: 'not'; readonly arg: Expr; readonly span: Span }
  | {
      readonly kind: 'connective';
      readonly op: Connective;
      readonly left: Expr;
      readonly right: Expr;
      readonly span: Span;
    }
  | {
      readonly kind: 'if';
      readonly cond: Expr;
      readonly then: Expr;
      readonly else: Expr;
      readonly span: Span;
    }
  | {
      readonly kind: 'quantified';
      readonly quantifier: Quantifier;
      readonly names: readonly Word[];
      readonly body: Expr;
      readonly span: Span;
    }
  | { readonly kind: 'fence'; readonly span: Span }
  | { readonly kind: 'call'; readonly name: Word; readonly args: readonly Process[]; readonly span: Span };

/** Null: any value, written `.` or `?`. */
export type Value = Term | null;

export interface Case {
  /** Null: `_`. */
  readonly when: Expr | null;
  readonly value: Value;
  readonly span: Span;
}

export interface Assignment {
  readonly target: Place;
  readonly value:
    | { readonly kind: 'value'; readonly value: Value }
    | { readonly kind: 'case'; readonly cases: readonly Case[] };
  readonly span: Span;
}

export interface Param {
  readonly name: Word;
  /** In brackets. */
  readonly actor: boolean;
}

export type Declaration =
  | { readonly kind: 'number_procs'; readonly number: bigint; readonly span: Span }
  | {
      readonly kind: 'type';
      readonly name: Word;
      /** Null: an abstract type. */
      readonly constructors: readonly Word[] | null;
      readonly span: Span;
    }
  | {
      readonly kind: 'symbol';
      readonly constant: boolean;
      readonly weak: boolean;
      readonly name: Word;
      /** The types of the indices, which must be `proc`. */
      readonly indices: readonly Word[];
      readonly type: Word;
      readonly span: Span;
    }
  | {
      readonly kind: 'predicate';
      readonly name: Word;
      readonly params: readonly Word[];
      readonly body: Expr;
      readonly span: Span;
    }
  | {
      readonly kind: 'clause';
      readonly role: 'init' | 'unsafe' | 'invariant';
      readonly params: readonly Word[];
      readonly body: Expr;
      readonly span: Span;
    }
  | TransitionDecl;

export interface TransitionDecl {
  readonly kind: 'transition';
  readonly name: Word;
  readonly params: readonly Param[];
  /** Null: always. */
  readonly guard: Expr | null;
  readonly assignments: readonly Assignment[];
  readonly span: Span;
}
