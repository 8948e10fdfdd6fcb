import type { Span, Spanned, Word } from '../../diagnostics/span.js';

/** A `.cub` file as it is written. */

/** A process by the name of a variable, or by its number: `#1`. */
export type Process = Spanned & (NamedProcess | FixedProcess);

interface NamedProcess {
  readonly kind: 'named';
  readonly name: Word;
}

interface FixedProcess {
  readonly kind: 'fixed';
  readonly number: number;
}

/** A name may be that of a process variable, a constructor, a variable or a constant. */
export type Place = Spanned & BarePlace;

type BarePlace =
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'cell'; readonly name: Word; readonly indices: readonly Process[] };

export type Term = Spanned & BareTerm;

type BareTerm =
  | BarePlace
  /** `real`: written with a point. */
  | {
      readonly kind: 'number';
      readonly numerator: bigint;
      readonly denominator: bigint;
      readonly real: boolean;
    }
  | FixedProcess
  | { readonly kind: 'view'; readonly process: Process; readonly place: Place }
  | { readonly kind: 'negative'; readonly arg: Term }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*'; readonly left: Term; readonly right: Term };

export type CompareOp = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Connective = '&&' | '||' | '=>' | '<=>';
export type Quantifier = 'forall' | 'exists' | 'forall_other' | 'exists_other';

export type Expr = Spanned & BareExpr;

type BareExpr =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Term; readonly right: Term }
  | { readonly kind: 'not'; readonly arg: Expr }
  | { readonly kind: 'connective'; readonly op: Connective; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'if'; readonly cond: Expr; readonly then: Expr; readonly else: Expr }
  | {
      readonly kind: 'quantified';
      readonly quantifier: Quantifier;
      readonly names: readonly Word[];
      readonly body: Expr;
    }
  | { readonly kind: 'fence' }
  | { readonly kind: 'call'; readonly name: Word; readonly args: readonly Process[] };

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

export type Declaration = Spanned &
  (
    | { readonly kind: 'number_procs'; readonly number: bigint }
    /** `constructors`: null for an abstract type. */
    | { readonly kind: 'type'; readonly name: Word; readonly constructors: readonly Word[] | null }
    | {
        readonly kind: 'symbol';
        readonly constant: boolean;
        readonly weak: boolean;
        readonly name: Word;
        /** The types of the indices, which must be `proc`. */
        readonly indices: readonly Word[];
        readonly type: Word;
      }
    | {
        readonly kind: 'predicate';
        readonly name: Word;
        readonly params: readonly Word[];
        readonly body: Expr;
      }
    | {
        readonly kind: 'clause';
        readonly role: 'init' | 'unsafe' | 'invariant';
        readonly params: readonly Word[];
        readonly body: Expr;
      }
    | TransitionDecl
  );

export interface TransitionDecl {
  readonly kind: 'transition';
  readonly name: Word;
  readonly params: readonly Param[];
  /** Null: always. */
  readonly guard: Expr | null;
  readonly assignments: readonly Assignment[];
  readonly span: Span;
}
