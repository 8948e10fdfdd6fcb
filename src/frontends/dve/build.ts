import type {
  Assert,
  DveAssignment,
  DveBinaryOp,
  Channel,
  DveExpr,
  DveInitial,
  DvePlace,
  Sync,
  DveSystem,
  DveTransition,
  DveUnaryOp,
  DveType,
  DveVariable,
} from '../../lang/dve/dve-ast.js';
import { covering } from '../../diagnostics/span.js';
import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import { at, invariant } from '../../support/invariant.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';

/** What the rules of grammars/dve.ne make of their parts. */

const over = (first: Spanned, last: Spanned): Span => covering(first.span, last.span);

const typeOf = ({ value }: Token): DveType => (value === 'byte' ? 'byte' : 'int');

/** A variable whose type stands before the list that it belongs to. */
type Untyped = Pick<DveVariable, 'name' | 'size' | 'initial'>;

export const variable = (name: Token, size: DveExpr | null, initial: DveInitial | null): Untyped => ({
  name: wordOf(name),
  size,
  initial,
});
export const typed = (type: Token, rest: Untyped): DveVariable => ({
  kind: 'variable',
  isConst: false,
  type: typeOf(type),
  ...rest,
});
export const constant = (type: Token, rest: Untyped): DveVariable => ({
  ...typed(type, rest),
  isConst: true,
});
export const another = (list: readonly DveVariable[], rest: Untyped): readonly DveVariable[] => [
  ...list,
  { ...at(list, 0), ...rest },
];
export const value = (expr: DveExpr): DveInitial => ({ kind: 'value', value: expr });
export const list = (open: Token, values: readonly DveExpr[], close: Token): DveInitial => ({
  kind: 'list',
  values,
  span: over(open, close),
});

export const channel = (name: Token, size: DveExpr | null): Channel => ({
  kind: 'channel',
  name: wordOf(name),
  types: null,
  size,
});
export const carrying = (types: readonly Token[], rest: Channel): Channel => ({
  ...rest,
  types: types.map(typeOf),
});
export const anotherChannel = (before: readonly Channel[], next: Channel): readonly Channel[] => [
  ...before,
  { ...next, types: at(before, 0).types },
];

export const assert = (state: Word, cond: DveExpr): Assert => ({ state, cond });

/** `from` is null where the transition goes on from the state of the one before. */
export type ReadTransition = Omit<DveTransition, 'from'> & { readonly from: Word | null };

export const transition = (
  from: Word | null,
  first: Spanned,
  to: Word,
  guards: readonly DveExpr[],
  sync: Sync | null,
  effects: readonly DveAssignment[],
  close: Token,
): ReadTransition => ({ from, to, guards, sync, effects, span: over(first, close) });

const end = (parts: readonly Spanned[], mark: Token): Spanned => parts.at(-1) ?? mark;

export const send = (name: Token, values: readonly DveExpr[], mark: Token): Sync => ({
  kind: 'send',
  channel: wordOf(name),
  values,
  span: over(name, end(values, mark)),
});
export const receive = (name: Token, targets: readonly DvePlace[], mark: Token): Sync => ({
  kind: 'receive',
  channel: wordOf(name),
  targets,
  span: over(name, end(targets, mark)),
});
export const assignment = (target: DvePlace, assigned: DveExpr): DveAssignment => ({
  target,
  value: assigned,
});

export const system = (mode: Token, property: Word | null): DveSystem => ({
  mode: mode.value === 'sync' ? 'sync' : 'async',
  property,
  span: mode.span,
});

export const number = ({ value: digits, span }: Token): DveExpr => ({
  kind: 'number',
  value: BigInt(digits),
  span,
});
export const truth = ({ value: text, span }: Token): DveExpr => ({
  kind: 'truth',
  value: text === 'true',
  span,
});
export const paren = (open: Token, inner: DveExpr, close: Token): DveExpr => ({
  ...inner,
  span: over(open, close),
});
export const name = (token: Token): DvePlace => ({ kind: 'name', name: wordOf(token), span: token.span });
export const cell = (token: Token, index: DveExpr, close: Token): DvePlace => ({
  kind: 'cell',
  name: wordOf(token),
  index,
  span: over(token, close),
});
export const state = (process: Token, which: Token): DveExpr => ({
  kind: 'state',
  process: wordOf(process),
  state: wordOf(which),
  span: over(process, which),
});
export const foreign = (
  process: Token,
  variableName: Token,
  index: DveExpr | null,
  last: Token,
): DveExpr => ({
  kind: 'foreign',
  process: wordOf(process),
  name: wordOf(variableName),
  index,
  span: over(process, last),
});

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

export function binary(left: DveExpr, operator: Token, right: DveExpr): DveExpr {
  const op = binaryOps.get(operator.value);
  invariant(op !== undefined, 'the grammar uses known operators');
  return { kind: 'binary', op, left, right, span: over(left, right) };
}

export function temporal(operator: Token, arg: DveExpr): DveExpr {
  const op = operator.value;
  invariant(op === 'G' || op === 'F' || op === 'X', 'the grammar uses known operators');
  return { kind: 'temporal', op, arg, span: over(operator, arg) };
}

export function until(left: DveExpr, operator: Token, right: DveExpr): DveExpr {
  const op = operator.value;
  invariant(op === 'U' || op === 'R' || op === 'W', 'the grammar uses known operators');
  return { kind: 'until', op, left, right, span: over(left, right) };
}

const unaryOps: ReadonlyMap<string, DveUnaryOp> = new Map([
  ['-', '-'],
  ['~', '~'],
  ['not', 'not'],
  ['!', 'not'],
]);

/** Words and symbols that say the same are one operator. */
const binaryOps: ReadonlyMap<string, DveBinaryOp> = new Map<string, DveBinaryOp>([
  ...(
    [
      ...(['imply', 'or', 'and', '|', '^', '&', '==', '!=', '<', '<=', '>', '>='] as const),
      ...(['<<', '>>', '+', '-', '*', '/', '%'] as const),
    ] as const
  ).map((op) => [op, op] as const),
  ['->', 'imply'],
  ['||', 'or'],
  ['&&', 'and'],
]);
