import type { Word } from '../../diagnostics/span.js';
import type { CompareOp } from '../../ir/operators.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type { BooleanOp, Bracket, Cond, Statement, Sum } from './ast.js';

/** What the rules of grammars/salpl.ne make of their parts. */

/** An item whose span the caller knows. */
export interface BareItem {
  readonly label: Word | null;
  readonly statement: Statement;
}

export const item = (label: Token | null, statement: Statement): BareItem => ({
  label: label === null ? null : wordOf(label),
  statement,
});

export const bracket = (kind: Bracket): Statement => ({ kind: 'bracket', bracket: kind });
export const process = (number: Token): Statement => ({ kind: 'process', number: wordOf(number) });
export const store = (target: Token, value: Sum): Statement => ({
  kind: 'store',
  target: wordOf(target),
  value,
});
export const load = (target: Token, from: Token): Statement => ({
  kind: 'load',
  target: wordOf(target),
  from: wordOf(from),
});
export const assign = (target: Token, value: Sum): Statement => ({
  kind: 'assign',
  target: wordOf(target),
  value,
});
export const goto = (target: Token): Statement => ({ kind: 'goto', target: wordOf(target) });
export const counters = (joins: BooleanOp | null, cond: Cond): Statement => ({
  kind: 'counters',
  joins,
  cond,
});

export const boolean = (op: BooleanOp, left: Cond, right: Cond): Cond => ({
  kind: 'boolean',
  op,
  left,
  right,
});
export const compare = (op: CompareOp, left: Sum, right: Sum): Cond => ({ kind: 'compare', op, left, right });
export const at = (number: Token, label: Token): Cond => ({
  kind: 'at',
  process: wordOf(number),
  label: wordOf(label),
});
export const notAt = (number: Token, label: Token): Cond => ({ kind: 'not', arg: at(number, label) });

export const arithmetic = (op: '+' | '-' | '*', left: Sum, right: Sum): Sum => ({
  kind: 'arithmetic',
  op,
  left,
  right,
});
export const int = (number: Token): Sum => ({ kind: 'int', value: BigInt(number.value) });
export const name = (token: Token): Sum => ({ kind: 'name', name: wordOf(token) });
