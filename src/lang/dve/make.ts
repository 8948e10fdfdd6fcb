import { generatedBy } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import type {
  DveAssignment,
  DveBinaryOp,
  DveExpr,
  DvePlace,
  DveProcess,
  DveUnaryOp,
  DveVariable,
  DveType,
} from './dve-ast.js';

/** Parts of models that no user wrote. */
const span: Span = generatedBy('store buffers', null);

export const word = (text: string): Word => ({ text, span });
export const number = (value: number | bigint): DveExpr => ({ kind: 'number', value: BigInt(value), span });
export const name = (text: string): DvePlace => ({ kind: 'name', name: word(text), span });
export const cell = (text: string, index: DveExpr): DvePlace => ({
  kind: 'cell',
  name: word(text),
  index,
  span,
});
export const unary = (op: DveUnaryOp, arg: DveExpr): DveExpr => ({ kind: 'unary', op, arg, span });
export function not(arg: DveExpr): DveExpr {
  if (arg.kind === 'truth') return { ...arg, value: !arg.value };
  return arg.kind === 'unary' && arg.op === 'not' ? arg.arg : unary('not', arg);
}
export const binary = (op: DveBinaryOp, left: DveExpr, right: DveExpr): DveExpr => ({
  kind: 'binary',
  op,
  left,
  right,
  span,
});
export const equal = (left: DveExpr, right: DveExpr): DveExpr => binary('==', left, right);
export const plus = (left: DveExpr, by: number): DveExpr => {
  if (left.kind === 'number') return number(left.value + BigInt(by));
  return by === 0 ? left : by > 0 ? binary('+', left, number(by)) : binary('-', left, number(-by));
};
export const all = (parts: readonly DveExpr[]): DveExpr =>
  parts.length === 0
    ? { kind: 'truth', value: true, span }
    : parts.reduce((left, right) => binary('and', left, right));
export const any = (parts: readonly DveExpr[]): DveExpr =>
  parts.length === 0
    ? { kind: 'truth', value: false, span }
    : parts.reduce((left, right) => binary('or', left, right));
export const assign = (target: DvePlace, value: DveExpr): DveAssignment => ({ target, value });
export const variable = (type: DveType, text: string, size: number | null = null): DveVariable => ({
  kind: 'variable',
  isConst: false,
  type,
  name: word(text),
  size: size === null ? null : number(size),
  initial: null,
});
/** A process with one state, which does nothing yet. */
export const stillProcess = (text: string, state: Word): DveProcess => ({
  name: word(text),
  declarations: [],
  states: [state],
  initial: state,
  commit: [],
  accept: [],
  asserts: [],
  transitions: [],
});
