import type { Word } from '../../diagnostics/span.js';
import type { CompareOp } from '../../lang/expr/operators.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type { SalplBooleanOp, Bracket, SalplCond, SalplStatement, SalplSum } from './ast.js';

/** What the rules of grammars/salpl.ne make of their parts. */

/** An item whose span the caller knows. */
export interface BareItem {
  readonly label: Word | null;
  readonly statement: SalplStatement;
}

export const item = (label: Token | null, statement: SalplStatement): BareItem => ({
  label: label === null ? null : wordOf(label),
  statement,
});

export const bracket = (kind: Bracket): SalplStatement => ({ kind: 'bracket', bracket: kind });
export const process = (number: Token): SalplStatement => ({ kind: 'process', number: wordOf(number) });
export const store = (target: Token, value: SalplSum): SalplStatement => ({
  kind: 'store',
  target: wordOf(target),
  value,
});
export const load = (target: Token, from: Token): SalplStatement => ({
  kind: 'load',
  target: wordOf(target),
  from: wordOf(from),
});
export const assign = (target: Token, value: SalplSum): SalplStatement => ({
  kind: 'assign',
  target: wordOf(target),
  value,
});
export const goto = (target: Token): SalplStatement => ({ kind: 'goto', target: wordOf(target) });
export const counters = (joins: SalplBooleanOp | null, cond: SalplCond): SalplStatement => ({
  kind: 'counters',
  joins,
  cond,
});

export const boolean = (op: SalplBooleanOp, left: SalplCond, right: SalplCond): SalplCond => ({
  kind: 'boolean',
  op,
  left,
  right,
});
export const compare = (op: CompareOp, left: SalplSum, right: SalplSum): SalplCond => ({
  kind: 'compare',
  op,
  left,
  right,
});
export const at = (number: Token, label: Token): SalplCond => ({
  kind: 'at',
  process: wordOf(number),
  label: wordOf(label),
});
export const notAt = (number: Token, label: Token): SalplCond => ({ kind: 'not', arg: at(number, label) });

export const arithmetic = (op: '+' | '-' | '*', left: SalplSum, right: SalplSum): SalplSum => ({
  kind: 'arithmetic',
  op,
  left,
  right,
});
export const int = (number: Token): SalplSum => ({ kind: 'int', value: BigInt(number.value) });
export const name = (token: Token): SalplSum => ({ kind: 'name', name: wordOf(token) });
