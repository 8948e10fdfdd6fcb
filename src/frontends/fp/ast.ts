import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import type { BinaryOp, UnaryOp } from '../../lang/expr/expr.js';
import type { FenceKind } from '../../lang/program/program.js';

/** A `.fp` file as written: names are not looked up yet, types not checked. */
export interface FileAst {
  /** Its own text; what it includes has others. */
  readonly path: string;
  readonly items: readonly ItemAst[];
}

export type ItemAst = Spanned & BareItemAst;

export type BareItemAst =
  | { readonly kind: 'const'; readonly name: Word; readonly value: ExprAst }
  | { readonly kind: 'shared'; readonly type: TypeAst; readonly variables: readonly VariableAst[] }
  | {
      readonly kind: 'thread';
      readonly name: Word;
      readonly instances: InstancesAst | null;
      readonly body: BlockAst;
    }
  | {
      readonly kind: 'property';
      readonly property: 'invariant' | 'final' | 'ltl';
      /** It must be possible, in some state or in some final one. */
      readonly isGoal?: true;
      readonly name: Word | null;
      readonly formula: ExprAst;
    }
  | { readonly kind: 'predicates'; readonly formulas: readonly ExprAst[] }
  | {
      readonly kind: 'inline';
      readonly result: TypeAst | null;
      readonly name: Word;
      readonly parameters: readonly ParameterAst[];
      readonly body: BlockAst;
    }
  /** Gone when the file is read: what the other file holds stands in its place. */
  | { readonly kind: 'include'; readonly file: string }
  | { readonly kind: 'enum'; readonly name: Word; readonly members: readonly MemberAst[] }
  | { readonly kind: 'struct'; readonly name: Word; readonly fields: readonly FieldsAst[] };

/** Members of a structure, of one type; what a member starts with is the same in all variables. */
export interface FieldsAst {
  readonly type: TypeAst;
  readonly variables: readonly VariableAst[];
}

/** A value, or a variable of the caller that the procedure reads and writes in its place. */
export type ParameterAst =
  | { readonly kind: 'value'; readonly type: TypeAst; readonly name: Word }
  | { readonly kind: 'shared' | 'local'; readonly name: Word };

export type ProcedureAst = Extract<ItemAst, { kind: 'inline' }>;

/** A name of an enumeration; without a value it is one more than the name before. */
export interface MemberAst {
  readonly name: Word;
  readonly value: ExprAst | null;
}

export type ThreadAst = Extract<ItemAst, { kind: 'thread' }>;

export type InstancesAst =
  | { readonly kind: 'range'; readonly param: Word; readonly lo: ExprAst; readonly hi: ExprAst }
  | { readonly kind: 'any'; readonly param: Word };

export type TypeAst = Spanned & BareTypeAst;

export type BareTypeAst =
  | { readonly kind: 'int' | 'bool' }
  | { readonly kind: 'range'; readonly lo: ExprAst; readonly hi: ExprAst }
  | { readonly kind: 'named'; readonly name: Word };

export interface VariableAst {
  readonly name: Word;
  /** The lengths of an array, outermost first; or the name of a thread with instances. */
  readonly sizes: readonly ExprAst[];
  readonly init: InitAst | null;
  readonly span: Span;
}

export type InitAst =
  | { readonly kind: 'value'; readonly value: ExprAst }
  /** One value a cell, or a member; `rows` has the lengths of the inner braces, if there are any. */
  | {
      readonly kind: 'cells';
      readonly values: readonly ExprAst[];
      readonly rows: readonly number[] | null;
      readonly span: Span;
    };

export interface BlockAst {
  readonly statements: readonly StmtAst[];
  readonly span: Span;
}

/** A variable, a cell, a member: `x`, `a[0]`, `node[i].next`, `P.r`; before `at` a thread or one of its instances: `Q`, `Q(0)`. */
export type PlaceAst = Spanned & BarePlaceAst;

export interface BarePlaceAst {
  readonly name: Word;
  readonly path: readonly StepAst[];
}

/** What leads on from what a name stands for: to a cell, a member or local, or one of several instances. */
export type StepAst =
  | (Spanned & { readonly kind: 'cell'; readonly index: ExprAst })
  | (Spanned & { readonly kind: 'instance'; readonly index: ExprAst })
  | (Spanned & { readonly kind: 'member'; readonly name: Word });

export type LockedCallAst = Spanned & BareCallAst;

export type BareCallAst = { readonly place: PlaceAst; readonly value: ExprAst } & (
  { readonly kind: 'cas'; readonly expected: ExprAst } | { readonly kind: 'xchg' | 'fetch_add' }
);

export type StmtAst = Spanned & { readonly labels: readonly Word[] } & BareStmtAst;

export type BareStmtAst =
  | { readonly kind: 'local'; readonly type: TypeAst; readonly variables: readonly VariableAst[] }
  | { readonly kind: 'skip' }
  | {
      readonly kind: 'assign';
      readonly target: PlaceAst;
      readonly value: ExprAst;
      /** Written as `x += 1` or `x++`: the value mentions the target. */
      readonly update?: true;
    }
  | { readonly kind: 'rmw'; readonly target: PlaceAst | null; readonly call: LockedCallAst }
  /** What a declaration in a procedure does each time: to all cells and members. Null: members with values of their own get those. */
  | { readonly kind: 'fill'; readonly target: PlaceAst; readonly init: InitAst | null }
  | { readonly kind: 'fence'; readonly fence: FenceKind }
  | { readonly kind: 'goto'; readonly target: Word }
  | { readonly kind: 'break' | 'continue' }
  | {
      readonly kind: 'call';
      readonly target: PlaceAst | null;
      readonly name: Word;
      readonly values: readonly ExprAst[];
    }
  | { readonly kind: 'return'; readonly value: ExprAst | null }
  /** What stands in the place of a call: `return` leads behind it. */
  | { readonly kind: 'inlined'; readonly body: BlockAst }
  | { readonly kind: 'havoc'; readonly target: PlaceAst }
  | { readonly kind: 'assume'; readonly cond: ExprAst }
  | { readonly kind: 'assert'; readonly property: Word | null; readonly cond: ExprAst }
  | { readonly kind: 'if'; readonly cond: ExprAst; readonly then: BlockAst; readonly else: BlockAst | null }
  | { readonly kind: 'while'; readonly cond: ExprAst; readonly body: BlockAst }
  /** `tail` is its test, as in `while (r == 0);`. */
  | { readonly kind: 'do'; readonly body: BlockAst; readonly cond: ExprAst; readonly tail: Span }
  | {
      readonly kind: 'for';
      readonly variable: Word;
      readonly lo: ExprAst;
      readonly hi: ExprAst;
      readonly body: BlockAst;
    }
  | { readonly kind: 'either'; readonly branches: readonly BlockAst[] }
  | { readonly kind: 'atomic' | 'locked'; readonly body: BlockAst };

export type UnaryOpAst = UnaryOp | 'G' | 'F' | 'X';
export type BinaryOpAst = BinaryOp | 'U' | 'R' | 'W';

export type ExprAst = Spanned & BareExprAst;

export type BareExprAst =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'bool'; readonly value: boolean }
  | ({ readonly kind: 'place' } & BarePlaceAst)
  | { readonly kind: 'at'; readonly of: PlaceAst; readonly label: Word }
  | { readonly kind: 'paren'; readonly inner: ExprAst }
  | { readonly kind: 'unary'; readonly op: UnaryOpAst; readonly arg: ExprAst }
  | { readonly kind: 'binary'; readonly op: BinaryOpAst; readonly left: ExprAst; readonly right: ExprAst }
  | { readonly kind: 'choice'; readonly cond: ExprAst; readonly yes: ExprAst; readonly no: ExprAst }
  | {
      readonly kind: 'forall' | 'exists';
      readonly binders: readonly Word[];
      readonly thread: Word;
      readonly body: ExprAst;
    };
