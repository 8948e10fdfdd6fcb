import { covering, lineOf } from '../../diagnostics/span.js';
import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { listed } from '../kit/growing-list.js';
import type { Chain } from '../kit/growing-list.js';
import type { Token } from '../kit/token.js';
import type {
  RmmBooleanOp,
  RmmCompareOp,
  RmmCond,
  RmmDeclaration,
  Domain,
  FenceOrder,
  ForbiddenList,
  RmmPlace,
  RmmSimple,
  RmmStatement,
  RmmSum,
} from './ast.js';

/** What the rules of grammars/rmm.ne make of their parts. */

const wordOf = ({ value, span }: Token): Word => ({ text: value.replace(/^\$/, ''), span });

/** From one to the other, if they stand in one line: with macros the parts of a thing may come from anywhere. */
function between(first: Span, last: Span): Span {
  return lineOf(first) === lineOf(last) ? covering(first, last) : first;
}

/** The parser completes the list at each statement, so it must not copy it. */
type StatementChain = Chain<RmmStatement>;

/** A statement whose labels are yet to come. */
type Bare = RmmSimple & Spanned;

export function labelled(labels: readonly Word[], rest: Bare): RmmStatement {
  return { labels, ...rest };
}

export const withLabel = (labels: readonly Word[], name: Token): readonly Word[] => [...labels, wordOf(name)];

export function forbiddenList(tokens: readonly Token[]): ForbiddenList {
  const labels = tokens.map((token) => (token.value === '*' ? null : wordOf(token)));
  return { labels, span: between(at(tokens, 0).span, at(tokens, tokens.length - 1).span) };
}

type NamelessDeclaration = Omit<RmmDeclaration, 'name'>;
export const meaning = (initial: RmmSum | null, domain: Domain | null): NamelessDeclaration => ({
  initial,
  domain,
});
export const declaration = (name: Token, rest: NamelessDeclaration): RmmDeclaration => ({
  name: wordOf(name),
  ...rest,
});
export const domain = (open: Token, lo: RmmSum, hi: RmmSum, close: Token): Domain => ({
  lo,
  hi,
  span: between(open.span, close.span),
});

export const nop = ({ span }: Token): Bare => ({ kind: 'nop', span });
export const assume = ({ span }: Token, cond: RmmCond): Bare => ({ kind: 'assume', cond, span });
export const assign = (target: Token, value: RmmSum): Bare => ({
  kind: 'assign',
  target: wordOf(target),
  value,
  span: target.span,
});
export const read = ({ span }: Token, sync: boolean, into: Token, place: RmmPlace): Bare => ({
  kind: 'read',
  sync,
  into: wordOf(into),
  place,
  span: between(span, place.span),
});
export const expect = ({ span }: Token, sync: boolean, place: RmmPlace, value: RmmSum): Bare => ({
  kind: 'expect',
  sync,
  place,
  value,
  span: between(span, place.span),
});
export const write = ({ span }: Token, sync: boolean, place: RmmPlace, value: RmmSum): Bare => ({
  kind: 'write',
  sync,
  place,
  value,
  span: between(span, place.span),
});
export const cas = (token: Token, place: RmmPlace, expected: RmmSum, value: RmmSum, close: Token): Bare => ({
  kind: 'cas',
  place,
  expected,
  value,
  span: between(token.span, close.span),
});
export const fence = ({ span }: Token, order: FenceOrder): Bare => ({ kind: 'fence', fence: order, span });
export const goto = ({ span }: Token, target: Token): Bare => ({
  kind: 'goto',
  target: wordOf(target),
  span: between(span, target.span),
});
export const either = ({ span }: Token, branches: readonly StatementChain[]): Bare => ({
  kind: 'either',
  branches: branches.map(listed),
  span,
});
export const locked = ({ span }: Token, branches: readonly StatementChain[]): Bare => ({
  kind: 'locked',
  branches: branches.map(listed),
  span,
});
export const block = ({ span }: Token, body: StatementChain): Bare => ({
  kind: 'block',
  body: listed(body),
  span,
});

export function branch(
  labels: readonly Word[],
  { span }: Token,
  cond: RmmCond,
  then: RmmStatement,
  other: RmmStatement | null,
): RmmStatement {
  return { labels, kind: 'if', cond, then, else: other, span };
}

export const loop = (
  labels: readonly Word[],
  { span }: Token,
  cond: RmmCond,
  body: RmmStatement,
): RmmStatement => ({
  labels,
  kind: 'while',
  cond,
  body,
  span,
});

export function namedPlace(name: Token, last: Token, index: RmmSum | null): RmmPlace {
  const span = between(name.span, last.span);
  if (index === null) return { kind: 'global', name: wordOf(name), span };
  return { kind: 'of-process', name: wordOf(name), index, span };
}

export const pointer = (open: Token, close: Token, address: RmmSum): RmmPlace => ({
  kind: 'pointer',
  address,
  span: between(open.span, close.span),
});

export const truth = (value: boolean): RmmCond => ({ kind: 'truth', value });
export const not = (arg: RmmCond): RmmCond => ({ kind: 'not', arg });
export const boolean = (op: RmmBooleanOp, left: RmmCond, right: RmmCond): RmmCond => ({
  kind: 'boolean',
  op,
  left,
  right,
});
export const compare = (
  { value }: Token & { readonly value: RmmCompareOp },
  left: RmmSum,
  right: RmmSum,
): RmmCond => ({
  kind: 'compare',
  op: value,
  left,
  right,
});

export const int = (number: Token): RmmSum => ({ kind: 'int', value: BigInt(number.value) });
export const register = (name: Token): RmmSum => ({ kind: 'register', name: wordOf(name) });
export const my = ({ span }: Token): RmmSum => ({ kind: 'my', span });
export const negative = (arg: RmmSum): RmmSum => ({ kind: 'negative', arg });
export const arithmetic = (
  { value }: Token & { readonly value: '+' | '-' },
  left: RmmSum,
  right: RmmSum,
): RmmSum => ({
  kind: 'arithmetic',
  op: value,
  left,
  right,
});
