import type { Span, Word } from '../../diagnostics/span.js';

/** A DVE model as written, names not yet looked up. What reads, prints, rewrites or makes models shares this. */
export interface DveModel {
  readonly declarations: readonly DveDeclaration[];
  readonly processes: readonly DveProcess[];
  readonly system: DveSystem;
}

export interface DveSystem {
  readonly mode: 'async' | 'sync';
  /** The process that is a property: its accepting runs are what must not be. */
  readonly property: Word | null;
  readonly span: Span;
}

export type DveType = 'byte' | 'int';

export type DveDeclaration = DveVariable | Channel;

export interface DveVariable {
  readonly kind: 'variable';
  readonly isConst: boolean;
  readonly type: DveType;
  readonly name: Word;
  /** Null: not an array. */
  readonly size: DveExpr | null;
  readonly initial: DveInitial | null;
}

export type DveInitial =
  | { readonly kind: 'value'; readonly value: DveExpr }
  | { readonly kind: 'list'; readonly values: readonly DveExpr[]; readonly span: Span };

export interface Channel {
  readonly kind: 'channel';
  readonly name: Word;
  /** What a message is made of; null for `channel c;`, whose messages are one number or none. */
  readonly types: readonly DveType[] | null;
  /** How many messages wait; null or 0: both sides move at once. */
  readonly size: DveExpr | null;
}

export interface DveProcess {
  readonly name: Word;
  readonly declarations: readonly DveDeclaration[];
  readonly states: readonly Word[];
  readonly initial: Word;
  readonly commit: readonly Word[];
  readonly accept: readonly Word[];
  readonly asserts: readonly Assert[];
  readonly transitions: readonly DveTransition[];
}

/** What must hold whenever the process is in the state. */
export interface Assert {
  readonly state: Word;
  readonly cond: DveExpr;
}

export interface DveTransition {
  readonly from: Word;
  readonly to: Word;
  /** All of them must hold. */
  readonly guards: readonly DveExpr[];
  readonly sync: Sync | null;
  /** One after another. */
  readonly effects: readonly DveAssignment[];
  readonly span: Span;
}

export type Sync = { readonly channel: Word; readonly span: Span } & (
  | { readonly kind: 'send'; readonly values: readonly DveExpr[] }
  | { readonly kind: 'receive'; readonly targets: readonly DvePlace[] }
);

export interface DveAssignment {
  readonly target: DvePlace;
  readonly value: DveExpr;
}

export type DvePlace = Extract<DveExpr, { kind: 'name' | 'cell' }>;

export type DveUnaryOp = '-' | '~' | 'not';
export type DveBinaryOp =
  | ('imply' | 'or' | 'and')
  | ('|' | '^' | '&')
  | ('==' | '!=' | '<' | '<=' | '>' | '>=')
  | ('<<' | '>>' | '+' | '-' | '*' | '/' | '%');

/** All values are integers; what is not 0 is true. `temporal` and `until` occur in formulas about models only. */
export type DveExpr = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'cell'; readonly name: Word; readonly index: DveExpr }
  /** `P->x`, `P->x[i]`: a variable of another process. */
  | { readonly kind: 'foreign'; readonly process: Word; readonly name: Word; readonly index: DveExpr | null }
  /** `P.q`: 1 if the process is in the state, else 0. */
  | { readonly kind: 'state'; readonly process: Word; readonly state: Word }
  | { readonly kind: 'unary'; readonly op: DveUnaryOp; readonly arg: DveExpr }
  | { readonly kind: 'binary'; readonly op: DveBinaryOp; readonly left: DveExpr; readonly right: DveExpr }
  | { readonly kind: 'temporal'; readonly op: 'G' | 'F' | 'X'; readonly arg: DveExpr }
  | { readonly kind: 'until'; readonly op: 'U' | 'R' | 'W'; readonly left: DveExpr; readonly right: DveExpr }
);
