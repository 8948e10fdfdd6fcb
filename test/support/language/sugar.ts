/*
 * Programs with the constructs of the native language that stand for others, as data of their own: printed as they are, and
 * printed as what they stand for, without a line of the front end.
 */

export type SugarExpr =
  | { readonly kind: 'number'; readonly value: number }
  /** A variable, a parameter, a name of an enumeration. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'cell'; readonly name: string; readonly index: SugarExpr }
  | { readonly kind: 'binary'; readonly op: string; readonly left: SugarExpr; readonly right: SugarExpr }
  | { readonly kind: 'not'; readonly of: SugarExpr }
  /** `sort` is that of its values. */
  | {
      readonly kind: 'choice';
      readonly sort: 'int' | 'bool';
      readonly cond: SugarExpr;
      readonly yes: SugarExpr;
      readonly no: SugarExpr;
    };

/** A variable or a cell. */
export type SugarPlace = Extract<SugarExpr, { kind: 'name' | 'cell' }>;

export type SugarBlock = readonly SugarStmt[];

export type SugarStmt = { readonly label?: string } & BareSugarStmt;

export type BareSugarStmt =
  | { readonly kind: 'assign'; readonly target: SugarPlace; readonly value: SugarExpr }
  | {
      readonly kind: 'update';
      readonly target: SugarPlace;
      readonly op: '+' | '-';
      /** Null: `++` or `--`. */
      readonly by: SugarExpr | null;
    }
  | { readonly kind: 'cas'; readonly result: string; readonly place: SugarPlace; readonly value: SugarExpr }
  | { readonly kind: 'skip' | 'fence' | 'break' | 'continue' }
  /** From and to a cell of a local array, by an index that may be wrong. */
  | { readonly kind: 'pick'; readonly target: SugarPlace; readonly index: SugarExpr }
  | { readonly kind: 'put'; readonly index: SugarExpr; readonly value: SugarExpr }
  | { readonly kind: 'assert' | 'assume'; readonly cond: SugarExpr }
  | {
      readonly kind: 'declare';
      readonly type: 'int' | 'bool';
      readonly name: string;
      readonly value: SugarExpr;
    }
  | {
      readonly kind: 'if';
      readonly cond: SugarExpr;
      readonly then: SugarBlock;
      readonly otherwise: SugarBlock | null;
    }
  | { readonly kind: 'while' | 'do'; readonly cond: SugarExpr; readonly body: SugarBlock }
  | {
      readonly kind: 'for';
      readonly variable: string;
      readonly lo: SugarExpr;
      readonly hi: SugarExpr;
      readonly body: SugarBlock;
    }
  | { readonly kind: 'either'; readonly branches: readonly SugarBlock[] }
  | { readonly kind: 'atomic' | 'locked'; readonly body: SugarBlock }
  | {
      readonly kind: 'call';
      readonly target: SugarPlace | null;
      readonly procedure: string;
      readonly values: readonly SugarExpr[];
    }
  | { readonly kind: 'return'; readonly value: SugarExpr | null };

export interface SugarProcedure {
  readonly name: string;
  readonly result: 'int' | null;
  readonly parameters: readonly { readonly kind: 'int' | 'shared' | 'local'; readonly name: string }[];
  readonly body: SugarBlock;
}

export interface SugarThread {
  readonly name: string;
  /** Two threads with the numbers `me`. */
  readonly isRange: boolean;
  readonly locals: readonly string[];
  readonly body: SugarBlock;
}

/** By which constructs the variables are written. */
export interface SugarForms {
  /** `x` and `y` are members. */
  readonly hasRecord: boolean;
  /** The array has one column, or one row, which takes looking at indices. */
  readonly rows: 'none' | 'columns' | 'row';
  /** `r` and `s` are cells of a local array. */
  readonly hasOwnCells: boolean;
  /** The property of a place is asked as what must be possible. */
  readonly hasGoal: boolean;
}

export interface SugarProgram {
  readonly forms: SugarForms;
  /** Names of the enumeration, with the values that are written. */
  readonly members: readonly { readonly name: string; readonly value: number | null }[];
  readonly procedures: readonly SugarProcedure[];
  readonly threads: readonly SugarThread[];
  /** Over main memory. */
  readonly final: SugarExpr;
  /** A label of a thread, and what holds there; in a thread with a range, at some of its threads. */
  readonly at: { readonly thread: string; readonly label: string; readonly cond: SugarExpr } | null;
}

/** Shared variables of each program: integers, one of the enumeration, and cells. */
export const sharedInts = ['x', 'y'] as const;
export const sharedEnum = 'e';
export const sharedArray = 'a';
/** The local array of each thread, with the numbers that it starts with. */
export const ownArray = 'own';
export const ownValues = [1, 2] as const;
