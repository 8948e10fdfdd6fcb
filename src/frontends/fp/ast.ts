import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import type { BinaryOp, UnaryOp } from '../../lang/expr/expr.js';
import type { FenceKind } from '../../lang/program/program.js';

/** A `.fp` file as written: names are not looked up yet, types not checked. */
export interface FileAst {
  readonly items: readonly ItemAst[];
}

export type ItemAst =
  | { readonly kind: 'const'; readonly name: Word; readonly value: ExprAst; readonly span: Span }
  | {
      readonly kind: 'shared';
      readonly type: TypeAst;
      readonly variables: readonly VariableAst[];
      readonly span: Span;
    }
  | ThreadAst
  | PropertyAst
  | { readonly kind: 'predicates'; readonly formulas: readonly ExprAst[]; readonly span: Span };

export interface ThreadAst {
  readonly kind: 'thread';
  readonly name: Word;
  readonly instances: InstancesAst | null;
  readonly body: BlockAst;
  readonly span: Span;
}

export type InstancesAst =
  | { readonly kind: 'range'; readonly param: Word; readonly lo: ExprAst; readonly hi: ExprAst }
  | { readonly kind: 'any'; readonly param: Word };

export interface PropertyAst {
  readonly kind: 'property';
  readonly property: 'invariant' | 'final' | 'ltl';
  readonly name: Word | null;
  readonly formula: ExprAst;
  readonly span: Span;
}

export type TypeAst =
  | { readonly kind: 'int' | 'bool'; readonly span: Span }
  | { readonly kind: 'range'; readonly lo: ExprAst; readonly hi: ExprAst; readonly span: Span };

export interface VariableAst {
  readonly name: Word;
  /** An array length, or the name of a thread with instances. */
  readonly size: ExprAst | null;
  readonly init: InitAst | null;
  readonly span: Span;
}

export type InitAst =
  | { readonly kind: 'value'; readonly value: ExprAst }
  | { readonly kind: 'cells'; readonly values: readonly ExprAst[]; readonly span: Span };

export interface BlockAst {
  readonly statements: readonly StmtAst[];
  readonly span: Span;
}

export interface PlaceAst {
  readonly name: Word;
  readonly index: ExprAst | null;
  readonly span: Span;
}

export type LockedCallAst = Spanned & { readonly place: PlaceAst; readonly value: ExprAst } & (
    { readonly kind: 'cas'; readonly expected: ExprAst } | { readonly kind: 'xchg' | 'fetch_add' }
  );

export type StmtAst = Spanned & { readonly labels: readonly Word[] } & BareStmtAst;

export type BareStmtAst =
  | { readonly kind: 'local'; readonly type: TypeAst; readonly variables: readonly VariableAst[] }
  | { readonly kind: 'skip' }
  | { readonly kind: 'assign'; readonly target: PlaceAst; readonly value: ExprAst }
  | { readonly kind: 'rmw'; readonly target: PlaceAst | null; readonly call: LockedCallAst }
  | { readonly kind: 'fence'; readonly fence: FenceKind }
  | { readonly kind: 'goto'; readonly target: Word }
  | { readonly kind: 'havoc'; readonly target: Word }
  | { readonly kind: 'assume'; readonly cond: ExprAst }
  | { readonly kind: 'assert'; readonly property: Word | null; readonly cond: ExprAst }
  | { readonly kind: 'if'; readonly cond: ExprAst; readonly then: BlockAst; readonly else: BlockAst | null }
  | { readonly kind: 'while'; readonly cond: ExprAst; readonly body: BlockAst }
  | { readonly kind: 'either'; readonly branches: readonly BlockAst[] }
  | { readonly kind: 'atomic' | 'locked'; readonly body: BlockAst };

export type UnaryOpAst = UnaryOp | 'G' | 'F' | 'X';
export type BinaryOpAst = BinaryOp | 'U' | 'R' | 'W';

/** `Q` or `Q(0)` before a dot or `at`. */
export interface InstanceAst {
  readonly name: Word;
  readonly index: ExprAst | null;
  readonly span: Span;
}

export type ExprAst = Spanned & BareExprAst;

export type BareExprAst =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: Word }
  | { readonly kind: 'cell'; readonly name: Word; readonly index: ExprAst }
  | { readonly kind: 'member'; readonly of: InstanceAst; readonly name: Word }
  | { readonly kind: 'at'; readonly of: InstanceAst; readonly label: Word }
  | { readonly kind: 'paren'; readonly inner: ExprAst }
  | { readonly kind: 'unary'; readonly op: UnaryOpAst; readonly arg: ExprAst }
  | { readonly kind: 'binary'; readonly op: BinaryOpAst; readonly left: ExprAst; readonly right: ExprAst }
  | {
      readonly kind: 'forall';
      readonly binders: readonly Word[];
      readonly thread: Word;
      readonly body: ExprAst;
    };
