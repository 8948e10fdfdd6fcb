import { generatedBy } from '../diagnostics/span.js';
import type { Span, Word } from '../diagnostics/span.js';
import type { Assignment, BinaryOp, Expr, Place, Process, UnaryOp, Variable, ValueType } from './ast.js';

/** Parts of models that no user wrote. */
const span: Span = generatedBy('store buffers', null);

export const word = (text: string): Word => ({ text, span });
export const number = (value: number | bigint): Expr => ({ kind: 'number', value: BigInt(value), span });
export const name = (text: string): Place => ({ kind: 'name', name: word(text), span });
export const cell = (text: string, index: Expr): Place => ({ kind: 'cell', name: word(text), index, span });
export const unary = (op: UnaryOp, arg: Expr): Expr => ({ kind: 'unary', op, arg, span });
export function not(arg: Expr): Expr {
  if (arg.kind === 'truth') return { ...arg, value: !arg.value };
  return arg.kind === 'unary' && arg.op === 'not' ? arg.arg : unary('not', arg);
}
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({
  kind: 'binary',
  op,
  left,
  right,
  span,
});
export const equal = (left: Expr, right: Expr): Expr => binary('==', left, right);
export const plus = (left: Expr, by: number): Expr => {
  if (left.kind === 'number') return number(left.value + BigInt(by));
  return by === 0 ? left : by > 0 ? binary('+', left, number(by)) : binary('-', left, number(-by));
};
export const all = (parts: readonly Expr[]): Expr =>
  parts.length === 0
    ? { kind: 'truth', value: true, span }
    : parts.reduce((left, right) => binary('and', left, right));
export const any = (parts: readonly Expr[]): Expr =>
  parts.length === 0
    ? { kind: 'truth', value: false, span }
    : parts.reduce((left, right) => binary('or', left, right));
export const assign = (target: Place, value: Expr): Assignment => ({ target, value });
export const variable = (type: ValueType, text: string, size: number | null = null): Variable => ({
  kind: 'variable',
  isConst: false,
  type,
  name: word(text),
  size: size === null ? null : number(size),
  initial: null,
});
/** A process with one state, which does nothing yet. */
export const stillProcess = (text: string, state: Word): Process => ({
  name: word(text),
  declarations: [],
  states: [state],
  initial: state,
  commit: [],
  accept: [],
  asserts: [],
  transitions: [],
});
