import { spanning } from '../../diagnostics/span.js';
import type { Spanned, Word } from '../../diagnostics/span.js';
import type { FenceKind } from '../../lang/program/program.js';
import { invariant } from '../../support/invariant.js';
import { listed } from '../kit/growing-list.js';
import type { Chain } from '../kit/growing-list.js';
import type { Token } from '../kit/token.js';
import type {
  BareStmtAst,
  BinaryOpAst,
  BlockAst,
  ExprAst,
  InitAst,
  InstanceAst,
  InstancesAst,
  ItemAst,
  LockedCallAst,
  PlaceAst,
  PropertyAst,
  StmtAst,
  ThreadAst,
  TypeAst,
  UnaryOpAst,
  VariableAst,
} from './ast.js';

/*
 * The post-processors of grammars/fp*.ne. They are pure: the parser also runs them on readings that it drops later.
 * `first` and `last` are the tokens or nodes at the ends of a construct, for its span.
 */

const stmtAst = (first: Spanned, last: Spanned, bare: BareStmtAst): StmtAst =>
  spanning(first, last, Object.assign(bare, { labels: [] }));

// Shapes of rules.

export const only = (parts: readonly unknown[]): unknown => parts[0];
export const second = (parts: readonly unknown[]): unknown => parts[1];
export const nothing = (): null => null;

/** A chain of the one item at a position of the rule. */
export const lone =
  (position: number) =>
  (parts: readonly unknown[]): Chain<unknown> => ({ before: null, item: parts[position] });

// Words and types.

export const simpleType = (kind: 'int' | 'bool', token: Token): TypeAst => ({ kind, span: token.span });
export const rangeType = (first: Token, lo: ExprAst, hi: ExprAst, last: Token): TypeAst =>
  spanning(first, last, { kind: 'range', lo, hi });

// Top-level items.

export const constant = (first: Token, name: Word, value: ExprAst, last: Token): ItemAst =>
  spanning(first, last, { kind: 'const', name, value });

export const shared = (first: Token, type: TypeAst, variables: Chain<VariableAst>, last: Token): ItemAst =>
  spanning(first, last, { kind: 'shared', type, variables: listed(variables) });

export const variable = (name: Word, size: ExprAst | null, init: InitAst | null): VariableAst => ({
  name,
  size,
  init,
  span: name.span,
});
export const initialValue = (value: ExprAst): InitAst => ({ kind: 'value', value });
export const initialCells = (first: Token, values: Chain<ExprAst>, last: Token): InitAst =>
  spanning(first, last, { kind: 'cells', values: listed(values) });

export const thread = (first: Token, name: Word, instances: InstancesAst | null, body: BlockAst): ThreadAst =>
  spanning(first, name, { kind: 'thread', name, instances, body });
export const ranged = (param: Word, lo: ExprAst, hi: ExprAst): InstancesAst => ({
  kind: 'range',
  param,
  lo,
  hi,
});
export const anyNumber = (param: Word): InstancesAst => ({ kind: 'any', param });

export function property(kind: Token, name: Word | null, formula: ExprAst, last: Token): PropertyAst {
  const which = kind.value;
  invariant(which === 'invariant' || which === 'final' || which === 'ltl', 'the grammar knows three kinds');
  return spanning(kind, last, { kind: 'property', property: which, name, formula });
}

export const predicates = (first: Token, formulas: Chain<ExprAst>, last: Token): ItemAst =>
  spanning(first, last, { kind: 'predicates', formulas: listed(formulas) });

// Statements.

export function block(first: Token, statements: Chain<StmtAst>, labels: Chain<Word>, last: Token): BlockAst {
  const atEnd = listed(labels);
  const trailing: readonly StmtAst[] =
    atEnd.length === 0 ? [] : [{ kind: 'skip', labels: atEnd, span: last.span }];
  return spanning(first, last, { statements: [...listed(statements), ...trailing] });
}

export const labelled = (labels: Chain<Word>, statement: StmtAst): StmtAst =>
  labels === null ? statement : { ...statement, labels: listed(labels) };

/** The body of an `if` or `while` without braces. */
export const bodyOf = (statement: StmtAst): BlockAst => ({ statements: [statement], span: statement.span });

export const localVariables = (
  first: Token,
  type: TypeAst,
  variables: Chain<VariableAst>,
  last: Token,
): StmtAst => stmtAst(first, last, { kind: 'local', type, variables: listed(variables) });

export const skip = (first: Token, last: Token): StmtAst => stmtAst(first, last, { kind: 'skip' });

export const assign = (target: PlaceAst, value: ExprAst, last: Token): StmtAst =>
  stmtAst(target, last, { kind: 'assign', target, value });

export const rmw = (target: PlaceAst | null, call: LockedCallAst, last: Token): StmtAst =>
  stmtAst(target ?? call, last, { kind: 'rmw', target, call });

export const fence = (first: Token, kind: FenceKind, last: Token): StmtAst =>
  stmtAst(first, last, { kind: 'fence', fence: kind });

export const jump = (first: Token, target: Word, last: Token): StmtAst =>
  stmtAst(first, last, { kind: 'goto', target });

export const havoc = (first: Token, target: Word, last: Token): StmtAst =>
  stmtAst(first, last, { kind: 'havoc', target });

export const assume = (first: Token, cond: ExprAst, last: Token): StmtAst =>
  stmtAst(first, last, { kind: 'assume', cond });

export const assert = (first: Token, title: Word | null, cond: ExprAst, last: Token): StmtAst =>
  stmtAst(first, last, { kind: 'assert', property: title, cond });

// A compound statement's span is its head: what a message or a trace shows is the test, not the whole body.

/** One test of a chain of `else if` and what it guards. */
export interface IfBranch extends Spanned {
  readonly cond: ExprAst;
  readonly then: BlockAst;
}

export const guarded = (first: Token, cond: ExprAst, head: Token, then: BlockAst): IfBranch =>
  spanning(first, head, { cond, then });

/** `last` is what the final `else` guards. */
export function conditional(branches: Chain<IfBranch>, last: BlockAst | null): StmtAst {
  const build = (branch: IfBranch, otherwise: BlockAst | null): StmtAst =>
    stmtAst(branch, branch, { kind: 'if', cond: branch.cond, then: branch.then, else: otherwise });
  invariant(branches !== null, 'a conditional has a test');
  let stmt = build(branches.item, last);
  for (let link = branches.before; link !== null; link = link.before) stmt = build(link.item, bodyOf(stmt));
  return stmt;
}

export const loop = (first: Token, cond: ExprAst, head: Token, body: BlockAst): StmtAst =>
  stmtAst(first, head, { kind: 'while', cond, body });

export const either = (first: Token, branch: BlockAst, others: Chain<BlockAst>): StmtAst =>
  stmtAst(first, first, { kind: 'either', branches: [branch, ...listed(others)] });

export const section = (first: Token, kind: 'atomic' | 'locked', body: BlockAst): StmtAst =>
  stmtAst(first, first, { kind, body });

export const place = (name: Word, index: ExprAst | null, last: Spanned): PlaceAst =>
  spanning(name, last, { name, index });

export const cas = (
  first: Token,
  target: PlaceAst,
  expected: ExprAst,
  value: ExprAst,
  last: Token,
): LockedCallAst => spanning(first, last, { kind: 'cas', place: target, expected, value });

export const exchange = (
  first: Token,
  kind: 'xchg' | 'fetch_add',
  target: PlaceAst,
  value: ExprAst,
  last: Token,
): LockedCallAst => spanning(first, last, { kind, place: target, value });

// Expressions.

export const number = (token: Token): ExprAst =>
  spanning(token, token, { kind: 'number', value: BigInt(token.value) });
export const bool = (token: Token, value: boolean): ExprAst =>
  spanning(token, token, { kind: 'bool', value });
export const name = (of: Word): ExprAst => spanning(of, of, { kind: 'name', name: of });
export const cell = (of: Word, index: ExprAst, last: Token): ExprAst =>
  spanning(of, last, { kind: 'cell', name: of, index });
export const member = (of: InstanceAst, local: Word): ExprAst =>
  spanning(of, local, { kind: 'member', of, name: local });
export const at = (of: InstanceAst, label: Word): ExprAst => spanning(of, label, { kind: 'at', of, label });
export const instance = (of: Word, index: ExprAst | null, last: Spanned): InstanceAst =>
  spanning(of, last, { name: of, index });
export const paren = (first: Token, inner: ExprAst, last: Token): ExprAst =>
  spanning(first, last, { kind: 'paren', inner });

export function unary(operator: Token, arg: ExprAst): ExprAst {
  const op = unaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  return spanning(operator, arg, { kind: 'unary', op, arg });
}

export const toInt = (first: Token, arg: ExprAst, last: Token): ExprAst =>
  spanning(first, last, { kind: 'unary', op: 'int', arg });

export function binary(left: ExprAst, operator: Token, right: ExprAst): ExprAst {
  const op = binaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  return spanning(left, right, { kind: 'binary', op, left, right });
}

export const forall = (first: Token, binders: Chain<Word>, owner: Word, body: ExprAst): ExprAst =>
  spanning(first, body, { kind: 'forall', binders: listed(binders), thread: owner, body });

const unaryOps: ReadonlyMap<string, UnaryOpAst> = new Map(
  (['!', '-', 'int', 'G', 'F', 'X'] as const).map((op) => [op, op]),
);

const binaryOps: ReadonlyMap<string, BinaryOpAst> = new Map(
  (
    [
      ...(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>='] as const),
      ...(['&&', '||', '->', 'U', 'R', 'W'] as const),
      ...(['&', '|', '^', '<<', '>>'] as const),
    ] as const
  ).map((op) => [op, op]),
);
