import { spanning } from '../../diagnostics/span.js';
import type { Spanned, Word } from '../../diagnostics/span.js';
import { invariant } from '../../support/invariant.js';
import { listed } from '../kit/growing-list.js';
import type { Chain } from '../kit/growing-list.js';
import type { Token } from '../kit/token.js';
import { cellOf } from './walk.js';
import type {
  BareCallAst,
  BareExprAst,
  BareItemAst,
  BareStmtAst,
  BareTypeAst,
  BlockAst,
  ExprAst,
  InitAst,
  ItemAst,
  LockedCallAst,
  PlaceAst,
  StepAst,
  StmtAst,
  TypeAst,
} from './ast.js';

/*
 * What the post-processors of grammars/fp*.ne are made with. All is pure: the parser also runs them on readings that it
 * drops later. `first` and `last` are the tokens or nodes at the ends of a construct, for its span.
 */

export const item = (first: Spanned, last: Spanned, bare: BareItemAst): ItemAst =>
  spanning(first, last, bare);
export const type = (first: Spanned, last: Spanned, bare: BareTypeAst): TypeAst =>
  spanning(first, last, bare);
export const expr = (first: Spanned, last: Spanned, bare: BareExprAst): ExprAst =>
  spanning(first, last, bare);
export const place = (name: Word): PlaceAst => ({ name, path: [], span: name.span });
export const cell = (of: PlaceAst, index: ExprAst, last: Token): PlaceAst =>
  leading(of, last, { kind: 'cell', index, span: index.span });
export const member = (of: PlaceAst, name: Word): PlaceAst =>
  leading(of, name, { kind: 'member', name, span: name.span });
export const instance = (name: Word, index: ExprAst, last: Token): PlaceAst =>
  leading(place(name), last, { kind: 'instance', index, ...spanning(name, last, {}) });
const leading = ({ name, path, span }: PlaceAst, last: Spanned, step: StepAst): PlaceAst =>
  spanning({ span }, last, { name, path: [...path, step] });
export const read = (of: PlaceAst): ExprAst => cellOf(of);
export const call = (first: Spanned, last: Spanned, bare: BareCallAst): LockedCallAst =>
  spanning(first, last, bare);
export const stmt = (first: Spanned, last: Spanned, bare: BareStmtAst): StmtAst =>
  spanning(first, last, Object.assign(bare, { labels: [] }));

/** `exists a in R: ...;` is a goal that some instance has to reach. */
export function someWhere(
  first: Token,
  binders: readonly Word[],
  thread: Word,
  body: ExprAst,
  last: Token,
): ItemAst {
  const formula = expr(first, body, { kind: 'exists', binders, thread, body });
  return item(first, last, { kind: 'property', property: 'invariant', isGoal: true, name: null, formula });
}

export function cells(
  first: Token,
  values: readonly (readonly ExprAst[])[],
  rows: readonly (readonly ExprAst[])[] | null,
  last: Token,
): InitAst {
  const lengths = rows?.map(({ length }) => length) ?? null;
  return spanning(first, last, { kind: 'cells', values: values.flat(), rows: lengths });
}

export function block(first: Token, statements: Chain<StmtAst>, labels: Chain<Word>, last: Token): BlockAst {
  const atEnd = listed(labels);
  const trailing: readonly StmtAst[] =
    atEnd.length === 0 ? [] : [{ kind: 'skip', labels: atEnd, span: last.span }];
  return spanning(first, last, { statements: [...listed(statements), ...trailing] });
}

export const labelled = (labels: Chain<Word>, statement: StmtAst): StmtAst =>
  labels === null ? statement : { ...statement, labels: listed(labels) };

/** `x += e` */
export function update(target: PlaceAst, last: Token, op: '+' | '-', by: ExprAst): StmtAst {
  const right = expr(by, by, { kind: 'paren', inner: by });
  const value = expr(by, by, { kind: 'binary', op, left: cellOf(target), right });
  return stmt(target, last, { kind: 'assign', target, value, update: true });
}

/** `x++` */
export const step = (target: PlaceAst, last: Token, op: '+' | '-'): StmtAst =>
  update(target, last, op, expr(last, last, { kind: 'number', value: 1n }));

/** The body of an `if` or `while` without braces. */
export const bodyOf = (statement: StmtAst): BlockAst => ({ statements: [statement], span: statement.span });

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
    stmt(branch, branch, { kind: 'if', cond: branch.cond, then: branch.then, else: otherwise });
  invariant(branches !== null, 'a conditional has a test');
  let chained = build(branches.item, last);
  for (let link = branches.before; link !== null; link = link.before)
    chained = build(link.item, bodyOf(chained));
  return chained;
}
