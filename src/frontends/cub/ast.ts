import type { Span, Spanned, Word } from '../../diagnostics/span.js';

/** A `.cub` file as it is written. */

/** A process by the name of a variable, or by its number: `#1`. */
export type CubProcess = Spanned & BareProcess;

export type BareProcess = NamedProcess | FixedProcess;

interface NamedProcess {
  readonly kind: 'named';
  readonly name: Word;
}

interface FixedProcess {
  readonly kind: 'fixed';
  readonly number: number;
}

/** A name may be that of a process variable, a constructor, a variable or a constant. */
export type CubPlace = Spanned & BarePlace;

export type BarePlace =
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'cell'; readonly name: Word; readonly indices: readonly CubProcess[] };

export type Term = Spanned & BareTerm;

export type BareTerm =
  | BarePlace
  /** `real`: written with a point. */
  | {
      readonly kind: 'number';
      readonly numerator: bigint;
      readonly denominator: bigint;
      readonly real: boolean;
    }
  | FixedProcess
  | { readonly kind: 'view'; readonly process: CubProcess; readonly place: CubPlace }
  | { readonly kind: 'negative'; readonly arg: Term }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*'; readonly left: Term; readonly right: Term };

export type CubCompareOp = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type CubConnective = '&&' | '||' | '=>' | '<=>';
export type CubQuantifier = 'forall' | 'exists' | 'forall_other' | 'exists_other';

export type CubExpr = Spanned & BareExpr;

export type BareExpr =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly op: CubCompareOp; readonly left: Term; readonly right: Term }
  | { readonly kind: 'not'; readonly arg: CubExpr }
  | {
      readonly kind: 'connective';
      readonly op: CubConnective;
      readonly left: CubExpr;
      readonly right: CubExpr;
    }
  | { readonly kind: 'if'; readonly cond: CubExpr; readonly then: CubExpr; readonly else: CubExpr }
  | {
      readonly kind: 'quantified';
      readonly quantifier: CubQuantifier;
      readonly names: readonly Word[];
      readonly body: CubExpr;
    }
  | { readonly kind: 'fence' }
  | { readonly kind: 'call'; readonly name: Word; readonly args: readonly CubProcess[] };

/** Null: any value, written `.` or `?`. */
export type CubValue = Term | null;

export interface CubCase {
  /** Null: `_`. */
  readonly when: CubExpr | null;
  readonly value: CubValue;
  readonly span: Span;
}

export interface CubAssignment {
  readonly target: CubPlace;
  readonly value:
    | { readonly kind: 'value'; readonly value: CubValue }
    | { readonly kind: 'case'; readonly cases: readonly CubCase[] };
  readonly span: Span;
}

export interface Param {
  readonly name: Word;
  /** In brackets. */
  readonly actor: boolean;
}

export type CubDeclaration = Spanned & BareDeclaration;

export type BareDeclaration =
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
      readonly body: CubExpr;
    }
  | {
      readonly kind: 'clause';
      readonly role: 'init' | 'unsafe' | 'invariant';
      readonly params: readonly Word[];
      readonly body: CubExpr;
    }
  | {
      readonly kind: 'transition';
      readonly name: Word;
      readonly params: readonly Param[];
      /** Null: always. */
      readonly guard: CubExpr | null;
      readonly assignments: readonly CubAssignment[];
    };

export type TransitionDecl = Extract<CubDeclaration, { kind: 'transition' }>;
