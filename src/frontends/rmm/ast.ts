import type { Span, Word } from '../../diagnostics/span.js';

/** A machine as written, macros expanded, names not yet looked up. */
export interface Machine {
  readonly forbidden: readonly ForbiddenList[];
  readonly data: readonly Declaration[];
  readonly processes: readonly ProcessDecl[];
}

/** A label for each process in order; null where any place counts. */
export interface ForbiddenList {
  readonly labels: readonly (Word | null)[];
  readonly span: Span;
}

/** A cell of memory or a register. */
export interface Declaration {
  readonly name: Word;
  /** Null: any value of the domain. */
  readonly initial: Sum | null;
  /** Null: all integers. */
  readonly domain: Domain | null;
}

export interface Domain {
  readonly lo: Sum;
  readonly hi: Sum;
  readonly span: Span;
}

export interface ProcessDecl {
  /** How many copies; null: one. */
  readonly count: Sum | null;
  readonly data: readonly Declaration[];
  readonly registers: readonly Declaration[];
  readonly body: Statements;
  readonly span: Span;
}

export type Statements = readonly Statement[];

export type Statement = { readonly labels: readonly Word[]; readonly span: Span } & Simple;

/** `sync`: with an empty store buffer. */
export type Simple =
  | { readonly kind: 'nop' }
  | { readonly kind: 'assume'; readonly cond: Cond }
  | { readonly kind: 'assign'; readonly target: Word; readonly value: Sum }
  | { readonly kind: 'read'; readonly sync: boolean; readonly into: Word; readonly place: Place }
  /** Waits until the cell has the value. */
  | { readonly kind: 'expect'; readonly sync: boolean; readonly place: Place; readonly value: Sum }
  | { readonly kind: 'write'; readonly sync: boolean; readonly place: Place; readonly value: Sum }
  | { readonly kind: 'cas'; readonly place: Place; readonly expected: Sum; readonly value: Sum }
  | { readonly kind: 'fence'; readonly fence: FenceOrder }
  | { readonly kind: 'goto'; readonly target: Word }
  | {
      readonly kind: 'if';
      readonly cond: Cond;
      readonly then: Statement;
      readonly else: Statement | null;
    }
  | { readonly kind: 'while'; readonly cond: Cond; readonly body: Statement }
  | { readonly kind: 'either'; readonly branches: readonly Statements[] }
  | { readonly kind: 'locked'; readonly branches: readonly Statements[] }
  | { readonly kind: 'block'; readonly body: Statements };

/** What a fence keeps in order: everything, stores (`ssfence`), loads (`llfence`). */
export type FenceOrder = 'full' | 'store' | 'load';

export type Place =
  /** `x`. */
  | { readonly kind: 'global'; readonly name: Word; readonly span: Span }
  /** `x[my]`, and `x[e]`: that of the e-th other process. */
  | { readonly kind: 'of-process'; readonly name: Word; readonly index: Sum; readonly span: Span }
  /** `[e]`: the e-th global cell. */
  | { readonly kind: 'pointer'; readonly address: Sum; readonly span: Span };

export type BooleanOp = '&&' | '||';
export type CompareOp = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Cond =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'not'; readonly arg: Cond }
  | { readonly kind: 'boolean'; readonly op: BooleanOp; readonly left: Cond; readonly right: Cond }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Sum; readonly right: Sum };

export type Sum =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'register'; readonly name: Word }
  /** The number of the process. */
  | { readonly kind: 'my'; readonly span: Span }
  | { readonly kind: 'negative'; readonly arg: Sum }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-'; readonly left: Sum; readonly right: Sum };
