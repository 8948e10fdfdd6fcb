import type { Spanned, Word } from '../../../diagnostics/span.js';

/** Types as they are written. */
export type CTypeAst = Spanned &
  (
    | { readonly kind: 'words'; readonly words: readonly string[] }
    | { readonly kind: 'named'; readonly name: string }
    | RecordAst
    | { readonly kind: 'enum'; readonly tag: string | null; readonly items: readonly EnumItem[] | null }
    | { readonly kind: 'typeof'; readonly expr: CExpr }
    | { readonly kind: 'typeof-type'; readonly type: CTypeAst }
    | { readonly kind: 'atomic'; readonly of: CTypeAst }
    | { readonly kind: 'pointer'; readonly to: CTypeAst }
    | { readonly kind: 'array'; readonly of: CTypeAst; readonly size: CExpr | null }
    | {
        readonly kind: 'function';
        readonly returns: CTypeAst;
        readonly params: readonly CParam[];
        readonly isVariadic: boolean;
      }
  );

/** What is written of where things lie: `_Alignas(64)`, `__attribute__((aligned(64), packed))`. */
export interface LayoutAst {
  readonly aligns: readonly CExpr[];
  readonly isPacked: boolean;
}

export interface RecordAst extends Spanned {
  readonly kind: 'record';
  readonly layout: LayoutAst;
  readonly isUnion: boolean;
  readonly tag: string | null;
  /** Null: they are written elsewhere. */
  readonly members: readonly CMember[] | null;
}

export interface EnumItem {
  readonly name: Word;
  readonly value: CExpr | null;
}

export interface CMember extends Spanned {
  /** Null: the members of a struct or union without a name belong to what is around. */
  readonly name: Word | null;
  readonly type: CTypeAst;
  readonly layout: LayoutAst;
  /** How many bits it has; null: it is no bit-field. */
  readonly bits: CExpr | null;
}

export interface CParam extends Spanned {
  readonly name: Word | null;
  readonly type: CTypeAst;
}

/** CExpressions; `id` tells apart those that stand at the same place because a macro made them. */
export type CExpr = Spanned &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'char'; readonly value: bigint }
    /** Its characters, with the zero at the end. */
    | { readonly kind: 'string'; readonly bytes: readonly bigint[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'unary'; readonly op: CUnaryOp; readonly arg: CExpr }
    | { readonly kind: 'step'; readonly by: 1 | -1; readonly when: 'before' | 'after'; readonly arg: CExpr }
    | { readonly kind: 'binary'; readonly op: string; readonly left: CExpr; readonly right: CExpr }
    /** `op` is null for a plain `=`. */
    | { readonly kind: 'assign'; readonly op: string | null; readonly target: CExpr; readonly value: CExpr }
    | { readonly kind: 'conditional'; readonly cond: CExpr; readonly then: CExpr; readonly else: CExpr }
    | { readonly kind: 'call'; readonly callee: CExpr; readonly args: readonly CExpr[] }
    | { readonly kind: 'index'; readonly array: CExpr; readonly index: CExpr }
    | { readonly kind: 'member'; readonly of: CExpr; readonly name: Word; readonly arrow: boolean }
    | { readonly kind: 'cast'; readonly type: CTypeAst; readonly arg: CExpr }
    | { readonly kind: 'sizeof-type'; readonly type: CTypeAst }
    | { readonly kind: 'sizeof'; readonly arg: CExpr }
    | { readonly kind: 'alignof-type'; readonly type: CTypeAst }
    | { readonly kind: 'offsetof'; readonly type: CTypeAst; readonly path: CDesignators }
    /** `_Generic`; the type of what is given otherwise is null. */
    | {
        readonly kind: 'generic';
        readonly control: CExpr;
        readonly choices: readonly { readonly type: CTypeAst | null; readonly value: CExpr }[];
      }
    | { readonly kind: 'comma'; readonly left: CExpr; readonly right: CExpr }
    | { readonly kind: 'compound'; readonly type: CTypeAst; readonly init: CInit }
    | { readonly kind: 'statements'; readonly body: readonly CStmt[] }
  );

export type CUnaryOp = '-' | '+' | '!' | '~' | '*' | '&';

export type CInit = Spanned &
  (
    | { readonly kind: 'expr'; readonly expr: CExpr }
    | { readonly kind: 'list'; readonly items: readonly CInitItem[] }
  );

/** From an object to a part of it: `.next[2]`. */
export type CDesignators = readonly (
  { readonly kind: 'field'; readonly name: Word } | { readonly kind: 'index'; readonly index: CExpr }
)[];

export interface CInitItem {
  readonly designators: CDesignators;
  readonly value: CInit;
}

export type StorageClass = 'typedef' | 'static' | 'extern' | 'auto';

/** One name of a declaration. */
export interface CDeclaration extends Spanned {
  readonly storage: StorageClass;
  readonly threadLocal: boolean;
  /** Null: it declares a tag only. */
  readonly name: Word | null;
  readonly layout: LayoutAst;
  readonly type: CTypeAst;
  readonly init: CInit | null;
}

export interface CFunction extends Spanned {
  readonly name: Word;
  readonly returns: CTypeAst;
  readonly params: readonly CParam[];
  readonly isVariadic: boolean;
  readonly body: readonly CStmt[];
}

export type CStmt = Spanned &
  (
    | { readonly kind: 'block'; readonly body: readonly CStmt[] }
    | { readonly kind: 'declare'; readonly declarations: readonly CDeclaration[] }
    | { readonly kind: 'expr'; readonly expr: CExpr }
    | { readonly kind: 'empty' }
    | { readonly kind: 'if'; readonly cond: CExpr; readonly then: CStmt; readonly else: CStmt | null }
    | { readonly kind: 'while'; readonly cond: CExpr; readonly body: CStmt }
    | { readonly kind: 'do'; readonly body: CStmt; readonly cond: CExpr }
    | {
        readonly kind: 'for';
        readonly init: CStmt | null;
        readonly cond: CExpr | null;
        readonly step: CExpr | null;
        readonly body: CStmt;
      }
    | { readonly kind: 'switch'; readonly value: CExpr; readonly body: CStmt }
    /** `value` is null for `default`; `to`: the last value of a range, as gcc has it. */
    | { readonly kind: 'case'; readonly value: CExpr | null; readonly to: CExpr | null; readonly of: CStmt }
    | { readonly kind: 'label'; readonly label: Word; readonly of: CStmt }
    | { readonly kind: 'goto'; readonly label: Word }
    | { readonly kind: 'break' | 'continue' }
    | { readonly kind: 'return'; readonly value: CExpr | null }
    /** As in gcc: what the assembly gives, and what it gets. */
    | {
        readonly kind: 'asm';
        readonly text: string;
        readonly outputs: readonly AsmOperand[];
        readonly inputs: readonly AsmOperand[];
      }
  );

export interface AsmOperand {
  /** Null: it is named by its number only. */
  readonly name: string | null;
  readonly constraint: string;
  readonly expr: CExpr;
}

export type CItem =
  | { readonly kind: 'function'; readonly function: CFunction }
  | { readonly kind: 'declare'; readonly declarations: readonly CDeclaration[] };
