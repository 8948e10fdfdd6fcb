import type { Span, Word } from '../../diagnostics/span.js';

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
export interface RmmDeclaration {
  readonly name: Word;
  /** Null: any value of the domain. */
  readonly initial: RmmSum | null;
  /** Null: all integers. */
  readonly domain: Domain | null;
}

export interface Domain {
  readonly lo: RmmSum;
  readonly hi: RmmSum;
  readonly span: Span;
}

export interface ProcessDecl {
  /** How many copies; null: one. */
  readonly count: RmmSum | null;
  readonly data: readonly RmmDeclaration[];
  readonly registers: readonly RmmDeclaration[];
  readonly body: Statements;
  readonly span: Span;
}

export type Statements = readonly RmmStatement[];

export type RmmStatement = { readonly labels: readonly Word[]; readonly span: Span } & RmmSimple;

/** `sync`: with an empty store buffer. */
export type RmmSimple =
  | { readonly kind: 'nop' }
  | { readonly kind: 'assume'; readonly cond: RmmCond }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: RmmSum }
  | { readonly kind: 'read'; readonly sync: boolean; readonly into: Word; readonly place: RmmPlace }
  /** Waits until the cell has the value. */
  | { readonly kind: 'expect'; readonly sync: boolean; readonly place: RmmPlace; readonly value: RmmSum }
  | { readonly kind: 'write'; readonly sync: boolean; readonly place: RmmPlace; readonly value: RmmSum }
  | { readonly kind: 'cas'; readonly place: RmmPlace; readonly expected: RmmSum; readonly value: RmmSum }
  | { readonly kind: 'fence'; readonly fence: FenceOrder }
  | { readonly kind: 'goto'; readonly target: Word }
  | {
      readonly kind: 'if';
      readonly cond: RmmCond;
      readonly then: RmmStatement;
      readonly else: RmmStatement | null;
    }
  | { readonly kind: 'while'; readonly cond: RmmCond; readonly body: RmmStatement }
  | { readonly kind: 'either'; readonly branches: readonly Statements[] }
  | { readonly kind: 'locked'; readonly branches: readonly Statements[] }
  | { readonly kind: 'block'; readonly body: Statements };

/** What a fence keeps in order: everything, stores (`ssfence`), loads (`llfence`). */
export type FenceOrder = 'full' | 'store' | 'load';

export type RmmPlace =
  /** `x`. */
  | { readonly kind: 'global'; readonly name: Word; readonly span: Span }
  /** `x[my]`, and `x[e]`: that of the e-th other process. */
  | { readonly kind: 'of-process'; readonly name: Word; readonly index: RmmSum; readonly span: Span }
  /** `[e]`: the e-th global cell. */
  | { readonly kind: 'pointer'; readonly address: RmmSum; readonly span: Span };

export type RmmBooleanOp = '&&' | '||';
export type RmmCompareOp = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type RmmCond =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'not'; readonly arg: RmmCond }
  | { readonly kind: 'boolean'; readonly op: RmmBooleanOp; readonly left: RmmCond; readonly right: RmmCond }
  | { readonly kind: 'compare'; readonly op: RmmCompareOp; readonly left: RmmSum; readonly right: RmmSum };

export type RmmSum =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'register'; readonly name: Word }
  /** The number of the process. */
  | { readonly kind: 'my'; readonly span: Span }
  | { readonly kind: 'negative'; readonly arg: RmmSum }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-'; readonly left: RmmSum; readonly right: RmmSum };
