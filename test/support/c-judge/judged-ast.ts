import type { JudgedInteger, JudgedStruct, JudgedType } from './judged-types.js';

/** Programs that are made, not read: they print as C, and the judge runs them as they are here. */
export interface JudgedCode {
  readonly structs: readonly JudgedStruct[];
  readonly globals: readonly JudgedVariable[];
  readonly mutexes: readonly string[];
  readonly functions: readonly JudgedFunction[];
  /** What runs first; others are made by `create`. */
  readonly main: readonly JudgedStmt[];
  /** Cells whose values at the end say what a run has done. */
  readonly watched: readonly JudgedExpr[];
}

export interface JudgedVariable {
  readonly name: string;
  readonly type: JudgedType;
  /** By scalar; missing ones are 0. */
  readonly init: readonly bigint[];
  /** `local` and `static` ones belong to a function; each thread has its own of `tls`. */
  readonly where: 'global' | 'static' | 'tls' | 'local';
}

export interface JudgedFunction {
  readonly name: string;
  /** Null: void. `thread` ones get and give a `void *`. */
  readonly returns: JudgedInteger | null;
  readonly isThread: boolean;
  readonly params: readonly { readonly name: string; readonly type: JudgedType }[];
  readonly body: readonly JudgedStmt[];
}

export type JudgedOrder = 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
export type ComparisonOp = '<' | '<=' | '>' | '>=' | '==' | '!=';
export type ChangeOp = '+' | '-' | '&' | '|' | '^';

/** How a program writes an atomic operation. */
export type AtomicStyle = 'c11' | 'c11-explicit' | 'gcc' | 'sync';

export type JudgedExpr =
  | { readonly kind: 'constant'; readonly value: bigint; readonly type: JudgedInteger }
  | { readonly kind: 'variable'; readonly name: string; readonly type: JudgedType }
  | { readonly kind: 'index'; readonly of: JudgedExpr; readonly index: JudgedExpr }
  | { readonly kind: 'member'; readonly of: JudgedExpr; readonly name: string }
  | { readonly kind: 'arrow'; readonly of: JudgedExpr; readonly name: string }
  | { readonly kind: 'deref'; readonly of: JudgedExpr }
  | { readonly kind: 'address'; readonly of: JudgedExpr }
  | { readonly kind: 'unary'; readonly op: '-' | '~' | '+' | '!'; readonly of: JudgedExpr }
  | {
      readonly kind: 'arithmetic';
      readonly op: ArithmeticOp;
      readonly left: JudgedExpr;
      readonly right: JudgedExpr;
    }
  | {
      readonly kind: 'comparison';
      readonly op: ComparisonOp;
      readonly left: JudgedExpr;
      readonly right: JudgedExpr;
    }
  | {
      readonly kind: 'logical';
      readonly op: '&&' | '||';
      readonly left: JudgedExpr;
      readonly right: JudgedExpr;
    }
  | {
      readonly kind: 'choice';
      readonly cond: JudgedExpr;
      readonly then: JudgedExpr;
      readonly other: JudgedExpr;
    }
  | { readonly kind: 'cast'; readonly type: JudgedInteger; readonly of: JudgedExpr }
  | { readonly kind: 'sizeof'; readonly type: JudgedType }
  | { readonly kind: 'comma'; readonly left: JudgedExpr; readonly right: JudgedExpr }
  /** `op` is null for a plain `=`. */
  | {
      readonly kind: 'assign';
      readonly op: ArithmeticOp | null;
      readonly target: JudgedExpr;
      readonly value: JudgedExpr;
    }
  | {
      readonly kind: 'step';
      readonly by: 1 | -1;
      readonly when: 'before' | 'after';
      readonly target: JudgedExpr;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly returns: JudgedInteger;
      readonly args: readonly JudgedExpr[];
    }
  | {
      readonly kind: 'load';
      readonly at: JudgedExpr;
      readonly order: JudgedOrder;
      readonly style: AtomicStyle;
    }
  | {
      readonly kind: 'exchange';
      readonly at: JudgedExpr;
      readonly value: JudgedExpr;
      readonly order: JudgedOrder;
      readonly style: AtomicStyle;
    }
  | {
      readonly kind: 'change';
      readonly op: ChangeOp;
      readonly at: JudgedExpr;
      readonly value: JudgedExpr;
      readonly wantsNew: boolean;
      readonly order: JudgedOrder;
      readonly style: AtomicStyle;
    }
  /** `expected` is a variable, which gets the old value; for `sync` it is a value. */
  | {
      readonly kind: 'compare';
      readonly at: JudgedExpr;
      readonly expected: JudgedExpr;
      readonly desired: JudgedExpr;
      readonly gives: 'truth' | 'old';
      readonly order: JudgedOrder;
      readonly isWeak: boolean;
      readonly style: AtomicStyle;
    }
  | { readonly kind: 'trylock'; readonly mutex: string };

export type JudgedStmt =
  | { readonly kind: 'expression'; readonly expr: JudgedExpr }
  | {
      readonly kind: 'store';
      readonly at: JudgedExpr;
      readonly value: JudgedExpr;
      readonly order: JudgedOrder;
      readonly style: AtomicStyle;
    }
  | { readonly kind: 'fence'; readonly order: JudgedOrder; readonly style: AtomicStyle | 'asm' }
  /** `init` is for scalars; parts of others get `parts`. */
  | { readonly kind: 'declare'; readonly variable: JudgedVariable; readonly init: JudgedExpr | null }
  | {
      readonly kind: 'if';
      readonly cond: JudgedExpr;
      readonly then: readonly JudgedStmt[];
      readonly other: readonly JudgedStmt[];
    }
  | { readonly kind: 'while'; readonly cond: JudgedExpr; readonly body: readonly JudgedStmt[] }
  | { readonly kind: 'do'; readonly cond: JudgedExpr; readonly body: readonly JudgedStmt[] }
  /** `for (int name = 0; name < rounds; name++)`. */
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly type: JudgedInteger;
      readonly rounds: number;
      readonly body: readonly JudgedStmt[];
    }
  | {
      readonly kind: 'switch';
      readonly value: JudgedExpr;
      readonly cases: readonly { readonly value: bigint | null; readonly body: readonly JudgedStmt[] }[];
    }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'goto'; readonly label: string }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'return'; readonly value: JudgedExpr | null }
  | { readonly kind: 'block'; readonly body: readonly JudgedStmt[]; readonly style: 'plain' | 'macro' }
  /** Of whole objects. `by`: how a program writes it. */
  | {
      readonly kind: 'copy';
      readonly to: JudgedExpr;
      readonly from: JudgedExpr;
      readonly by: 'assignment' | 'memcpy' | 'memmove';
    }
  /** Every scalar of it becomes 0. */
  | { readonly kind: 'clear'; readonly object: JudgedExpr }
  | { readonly kind: 'assert'; readonly cond: JudgedExpr; readonly id: number }
  | { readonly kind: 'assume'; readonly cond: JudgedExpr }
  | { readonly kind: 'lock' | 'unlock'; readonly mutex: string }
  | { readonly kind: 'atomic'; readonly body: readonly JudgedStmt[] }
  | { readonly kind: 'create'; readonly handle: string; readonly thread: string; readonly arg: bigint }
  | { readonly kind: 'join'; readonly handle: string };
