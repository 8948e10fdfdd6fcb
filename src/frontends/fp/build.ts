import { covering } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import type { FenceKind } from '../../ir/program.js';
import { invariant } from '../../support/check.js';
import type { Token } from '../kit/token.js';
import type {
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

interface Spanned {
  readonly span: Span;
}

const over = (first: Spanned, last: Spanned): Span => covering(first.span, last.span);

// Shapes of rules.

export const only = (parts: readonly unknown[]): unknown => parts[0];
export const second = (parts: readonly unknown[]): unknown => parts[1];
export const nothing = (): null => null;

/** A list under construction, last item first: adding to it copies nothing and changes nothing. */
export type Chain<T> = { readonly before: Chain<T>; readonly item: T } | null;

/** A chain of the one item at a position of the rule. */
export const lone =
  (position: number) =>
  (parts: readonly unknown[]): Chain<unknown> => ({ before: null, item: parts[position] });

export const chain = <T>(before: Chain<T>, item: T): Chain<T> => ({ before, item });

function listed<T>(last: Chain<T>): readonly T[] {
  const items: T[] = [];
  for (let link = last; link !== null; link = link.before) items.push(link.item);
  return items.reverse();
}

// Words and types.

export const simpleType = (kind: 'int' | 'bool', token: Token): TypeAst => ({ kind, span: token.span });
export const rangeType = (first: Token, lo: ExprAst, hi: ExprAst, last: Token): TypeAst => ({
  kind: 'range',
  lo,
  hi,
  span: over(first, last),
});

// Top-level items.

export const constant = (first: Token, name: Word, value: ExprAst, last: Token): ItemAst => ({
  kind: 'const',
  name,
  value,
  span: over(first, last),
});

export const shared = (first: Token, type: TypeAst, variables: Chain<VariableAst>, last: Token): ItemAst => ({
  kind: 'shared',
  type,
  variables: listed(variables),
  span: over(first, last),
});

export const variable = (name: Word, size: ExprAst | null, init: InitAst | null): VariableAst => ({
  name,
  size,
  init,
  span: name.span,
});
export const initialValue = (value: ExprAst): InitAst => ({ kind: 'value', value });
export const initialCells = (first: Token, values: Chain<ExprAst>, last: Token): InitAst => ({
  kind: 'cells',
  values: listed(values),
  span: over(first, last),
});

export const thread = (
  first: Token,
  name: Word,
  instances: InstancesAst | null,
  body: BlockAst,
): ThreadAst => ({
  kind: 'thread',
  name,
  instances,
  body,
  span: over(first, name),
});
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
  return { kind: 'property', property: which, name, formula, span: over(kind, last) };
}

export const predicates = (first: Token, formulas: Chain<ExprAst>, last: Token): ItemAst => ({
  kind: 'predicates',
  formulas: listed(formulas),
  span: over(first, last),
});

// Statements.

export function block(first: Token, statements: Chain<StmtAst>, labels: Chain<Word>, last: Token): BlockAst {
  const atEnd = listed(labels);
  const trailing: readonly StmtAst[] =
    atEnd.length === 0 ? [] : [{ kind: 'skip', labels: atEnd, span: last.span }];
  return { statements: [...listed(statements), ...trailing], span: over(first, last) };
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
): StmtAst => ({
  kind: 'local',
  type,
  variables: listed(variables),
  labels: [],
  span: over(first, last),
});

export const skip = (first: Token, last: Token): StmtAst => ({
  kind: 'skip',
  labels: [],
  span: over(first, last),
});

export const assign = (target: PlaceAst, value: ExprAst, last: Token): StmtAst => ({
  kind: 'assign',
  target,
  value,
  labels: [],
  span: over(target, last),
});

export const rmw = (target: PlaceAst | null, call: LockedCallAst, last: Token): StmtAst => ({
  kind: 'rmw',
  target,
  call,
  labels: [],
  span: over(target ?? call, last),
});

export const fence = (first: Token, kind: FenceKind, last: Token): StmtAst => ({
  kind: 'fence',
  fence: kind,
  labels: [],
  span: over(first, last),
});

export const jump = (first: Token, target: Word, last: Token): StmtAst => ({
  kind: 'goto',
  target,
  labels: [],
  span: over(first, last),
});

export const havoc = (first: Token, target: Word, last: Token): StmtAst => ({
  kind: 'havoc',
  target,
  labels: [],
  span: over(first, last),
});

export const assume = (first: Token, cond: ExprAst, last: Token): StmtAst => ({
  kind: 'assume',
  cond,
  labels: [],
  span: over(first, last),
});

export const assert = (first: Token, title: Word | null, cond: ExprAst, last: Token): StmtAst => ({
  kind: 'assert',
  property: title,
  cond,
  labels: [],
  span: over(first, last),
});

// A compound statement's span is its head: what a message or a trace shows is the test, not the whole body.

/** One test of a chain of `else if` and what it guards. */
export interface Branch {
  readonly cond: ExprAst;
  readonly then: BlockAst;
  readonly span: Span;
}

export const guarded = (first: Token, cond: ExprAst, head: Token, then: BlockAst): Branch => ({
  cond,
  then,
  span: over(first, head),
});

/** `last` is what the final `else` guards. */
export function conditional(branches: Chain<Branch>, last: BlockAst | null): StmtAst {
  const build = ({ cond, then, span }: Branch, otherwise: BlockAst | null): StmtAst => ({
    kind: 'if',
    cond,
    then,
    else: otherwise,
    labels: [],
    span,
  });
  invariant(branches !== null, 'a conditional has a test');
  let stmt = build(branches.item, last);
  for (let link = branches.before; link !== null; link = link.before) stmt = build(link.item, bodyOf(stmt));
  return stmt;
}

export const loop = (first: Token, cond: ExprAst, head: Token, body: BlockAst): StmtAst => ({
  kind: 'while',
  cond,
  body,
  labels: [],
  span: over(first, head),
});

export const either = (first: Token, branch: BlockAst, others: Chain<BlockAst>): StmtAst => ({
  kind: 'either',
  branches: [branch, ...listed(others)],
  labels: [],
  span: first.span,
});

export const section = (first: Token, kind: 'atomic' | 'locked', body: BlockAst): StmtAst => ({
  kind,
  body,
  labels: [],
  span: first.span,
});

export const place = (name: Word, index: ExprAst | null, last: Spanned): PlaceAst => ({
  name,
  index,
  span: over(name, last),
});

export const cas = (
  first: Token,
  target: PlaceAst,
  expected: ExprAst,
  value: ExprAst,
  last: Token,
): LockedCallAst => ({ kind: 'cas', place: target, expected, value, span: over(first, last) });

export const exchange = (
  first: Token,
  kind: 'xchg' | 'fetch_add',
  target: PlaceAst,
  value: ExprAst,
  last: Token,
): LockedCallAst => ({ kind, place: target, value, span: over(first, last) });

// Expressions.

export const number = (token: Token): ExprAst => ({
  kind: 'number',
  value: BigInt(token.value),
  span: token.span,
});
export const bool = (token: Token, value: boolean): ExprAst => ({ kind: 'bool', value, span: token.span });
export const name = (of: Word): ExprAst => ({ kind: 'name', name: of, span: of.span });
export const cell = (of: Word, index: ExprAst, last: Token): ExprAst => ({
  kind: 'cell',
  name: of,
  index,
  span: over(of, last),
});
export const member = (of: InstanceAst, local: Word): ExprAst => ({
  kind: 'member',
  of,
  name: local,
  span: over(of, local),
});
export const at = (of: InstanceAst, label: Word): ExprAst => ({
  kind: 'at',
  of,
  label,
  span: over(of, label),
});
export const instance = (of: Word, index: ExprAst | null, last: Spanned): InstanceAst => ({
  name: of,
  index,
  span: over(of, last),
});
export const paren = (first: Token, inner: ExprAst, last: Token): ExprAst => ({
  kind: 'paren',
  inner,
  span: over(first, last),
});

export function unary(operator: Token, arg: ExprAst): ExprAst {
  const op = unaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  return { kind: 'unary', op, arg, span: over(operator, arg) };
}

export const toInt = (first: Token, arg: ExprAst, last: Token): ExprAst => ({
  kind: 'unary',
  op: 'int',
  arg,
  span: over(first, last),
});

export function binary(left: ExprAst, operator: Token, right: ExprAst): ExprAst {
  const op = binaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  return { kind: 'binary', op, left, right, span: over(left, right) };
}

export const forall = (first: Token, binders: Chain<Word>, threadName: Word, body: ExprAst): ExprAst => ({
  kind: 'forall',
  binders: listed(binders),
  thread: threadName,
  body,
  span: over(first, body),
});

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
