import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import type { Written } from '../kit/written.js';

/** A machine as written, macros expanded, names not yet looked up. */
export interface RmmMachine {
  readonly forbidden: readonly ForbiddenList[];
  readonly data: readonly RmmDeclaration[];
  readonly processes: readonly ProcessDecl[];
}

/** A label for each process in order; null where any place counts. */
export interface ForbiddenList {
  readonly labels: readonly (Word | null)[];
  readonly span: Span;
}

/** A cell of memory or a register. */
export interface RmmDeclaration extends ValuesDecl {
  readonly name: Word;
}

/** What a declaration says besides the name. */
export interface ValuesDecl {
  /** Null: any value of the domain. */
  readonly initial: RmmExpr | null;
  /** Null: all integers. */
  readonly domain: Domain | null;
}

export interface Domain {
  readonly lo: RmmExpr;
  readonly hi: RmmExpr;
  readonly span: Span;
}

export interface ProcessDecl {
  /** How many copies; null: one. */
  readonly count: RmmExpr | null;
  readonly data: readonly RmmDeclaration[];
  readonly registers: readonly RmmDeclaration[];
  readonly body: Statements;
  readonly span: Span;
}

export type Statements = readonly RmmStatement[];

export type RmmStatement = { readonly labels: readonly Word[] } & UnlabelledStatement;

/** A statement whose labels are yet to come. */
export type UnlabelledStatement = Spanned & BareStatement;

/** `sync`: with an empty store buffer. */
export type BareStatement =
  | { readonly kind: 'nop' }
  | { readonly kind: 'assume'; readonly cond: RmmExpr }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: RmmExpr }
  | { readonly kind: 'read'; readonly sync: boolean; readonly into: Word; readonly place: RmmPlace }
  /** Waits until the cell has the value. */
  | { readonly kind: 'expect'; readonly sync: boolean; readonly place: RmmPlace; readonly value: RmmExpr }
  | { readonly kind: 'write'; readonly sync: boolean; readonly place: RmmPlace; readonly value: RmmExpr }
  | { readonly kind: 'cas'; readonly place: RmmPlace; readonly expected: RmmExpr; readonly value: RmmExpr }
  | { readonly kind: 'fence'; readonly fence: FenceOrder }
  | { readonly kind: 'goto'; readonly target: Word }
  | {
      readonly kind: 'if';
      readonly cond: RmmExpr;
      readonly then: RmmStatement;
      readonly else: RmmStatement | null;
    }
  | { readonly kind: 'while'; readonly cond: RmmExpr; readonly body: RmmStatement }
  | { readonly kind: 'either' | 'locked'; readonly branches: readonly Statements[] }
  | { readonly kind: 'block'; readonly body: Statements };

/** What a fence keeps in order: everything, stores (`ssfence`), loads (`llfence`). */
export type FenceOrder = 'full' | 'store' | 'load';

/** `x`; `x[my]`, and `x[e]`: that of the e-th other process; `[e]`: the e-th global cell. */
export type RmmPlace = Spanned &
  (
    | { readonly kind: 'global'; readonly name: Word }
    | { readonly kind: 'of-process'; readonly name: Word; readonly index: RmmExpr }
    | { readonly kind: 'pointer'; readonly address: RmmExpr }
  );

/** A sum or a condition. */
export type RmmExpr = Written<RmmName>;

/** A register, or the number of the process. */
export type RmmName = Word | (Spanned & { readonly kind: 'my' });
