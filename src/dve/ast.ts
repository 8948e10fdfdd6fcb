import type { Span, Word } from '../diagnostics/span.js';

/** A DVE model as written, names not yet looked up. What reads, prints, rewrites or makes models shares this. */
export interface Model {
  readonly declarations: readonly Declaration[];
  readonly processes: readonly Process[];
  readonly system: System;
}

export interface System {
  readonly mode: 'async' | 'sync';
  /** The process that is a property: its accepting runs are what must not be. */
  readonly property: Word | null;
  readonly span: Span;
}

export type ValueType = 'byte' | 'int';

export type Declaration = Variable | Channel;

export interface Variable {
  readonly kind: 'variable';
  readonly isConst: boolean;
  readonly type: ValueType;
  readonly name: Word;
  /** Null: not an array. */
  readonly size: Expr | null;
  readonly initial: Initial | null;
}

export type Initial =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'list'; readonly values: readonly Expr[]; readonly span: Span };

export interface Channel {
  readonly kind: 'channel';
  readonly name: Word;
  /** What a message is made of; null for `channel c;`, whose messages are one number or none. */
  readonly types: readonly ValueType[] | null;
  /** How many messages wait; null or 0: both sides move at once. */
  readonly size: Expr | null;
}

export interface Process {
  readonly name: Word;
  readonly declarations: readonly Declaration[];
  readonly states: readonly Word[];
  readonly initial: Word;
  readonly commit: readonly Word[];
  readonly accept: readonly Word[];
  readonly asserts: readonly Assert[];
  readonly transitions: readonly Transition[];
}

/** What must hold whenever the process is in the state. */
export interface Assert {
  readonly state: Word;
  readonly cond: Expr;
}

export interface Transition {
  readonly from: Word;
  readonly to: Word;
  /** All of them must hold. */
  readonly guards: readonly Expr[];
  readonly sync: Sync | null;
  /** One after another. */
  readonly effects: readonly Assignment[];
  readonly span: Span;
}

export type Sync = { readonly channel: Word; readonly span: Span } & (
  | { readonly kind: 'send'; readonly values: readonly Expr[] }
  | { readonly kind: 'receive'; readonly targets: readonly Place[] }
);

export interface Assignment {
  readonly target: Place;
  readonly value: Expr;
}

export type Place = Extract<Expr, { kind: 'name' | 'cell' }>;

export type UnaryOp = '-' | '~' | 'not';
export type BinaryOp =
  | ('imply' | 'or' | 'and')
  | ('|' | '^' | '&')
  | ('==' | '!=' | '<' | '<=' | '>' | '>=')
  | ('<<' | '>>' | '+' | '-' | '*' | '/' | '%');

/** All values are integers; what is not 0 is true. `temporal` and `until` occur in formulas about models only. */
export type Expr = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'cell'; readonly name: Word; readonly index: Expr }
  /** `P->x`, `P->x[i]`: a variable of another process. */
  | { readonly kind: 'foreign'; readonly process: Word; readonly name: Word; readonly index: Expr | null }
  /** `P.q`: 1 if the process is in the state, else 0. */
  | { readonly kind: 'state'; readonly process: Word; readonly state: Word }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly arg: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'temporal'; readonly op: 'G' | 'F' | 'X'; readonly arg: Expr }
  | { readonly kind: 'until'; readonly op: 'U' | 'R' | 'W'; readonly left: Expr; readonly right: Expr }
);
