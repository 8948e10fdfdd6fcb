import type {
  Channel,
  DveExpr,
  DveTransition,
  DveType,
  DveUnaryOp,
  DveVariable,
} from '../../lang/dve/dve-ast.js';
import { covering } from '../../diagnostics/span.js';
import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import { at, invariant } from '../../support/invariant.js';
import type { Token } from '../kit/token.js';

/** What the rules of grammars/dve.ne make their parts with. */

export const over = (first: Spanned, last: Spanned): Span => covering(first.span, last.span);

const typeOf = ({ value }: Token): DveType => (value === 'byte' ? 'byte' : 'int');

/** A variable whose type stands before the list that it belongs to. */
export type Untyped = Pick<DveVariable, 'name' | 'size' | 'initial'>;

export const typed = (type: Token, isConst: boolean, rest: Untyped): DveVariable => ({
  kind: 'variable',
  isConst,
  type: typeOf(type),
  ...rest,
});
export const another = (list: readonly DveVariable[], rest: Untyped): readonly DveVariable[] => [
  ...list,
  { ...at(list, 0), ...rest },
];

export const carrying = (types: readonly Token[], rest: Channel): Channel => ({
  ...rest,
  types: types.map(typeOf),
});
export const anotherChannel = (before: readonly Channel[], next: Channel): readonly Channel[] => [
  ...before,
  { ...next, types: at(before, 0).types },
];

/** `from` is null where the transition goes on from the state of the one before. */
export type ReadTransition = Omit<DveTransition, 'from'> & { readonly from: Word | null };

/** From the channel to the last part of the message, or to the mark if it has none. */
export const messageSpan = (name: Token, mark: Token, parts: readonly Spanned[]): Span =>
  over(name, parts.at(-1) ?? mark);

/** A sign before a number belongs to it. */
export function unary(operator: Token, arg: DveExpr): DveExpr {
  const span = over(operator, arg);
  const op = unaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  const isSigned = op === '-' && arg.kind === 'number' && arg.span.kind === 'source';
  if (isSigned && !isParenthesised(arg)) return { kind: 'number', value: -arg.value, span };
  return { kind: 'unary', op, arg, span };
}

/** The span of a number in parentheses is longer than its digits. */
const isParenthesised = (expr: Extract<DveExpr, { kind: 'number' }>): boolean =>
  expr.value < 0n || (expr.span.kind === 'source' && expr.span.source.text.charAt(expr.span.start) === '(');

const unaryOps: ReadonlyMap<string, DveUnaryOp> = new Map([
  ['-', '-'],
  ['~', '~'],
  ['not', 'not'],
  ['!', 'not'],
]);
