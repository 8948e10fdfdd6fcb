import { cellNamed, cellNumber } from '../../lang/program/cell-names.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { BufferedPlace, Program, VariableShape, SharedVar, Thread } from '../../lang/program/program.js';
import { lengthOf, shownFrom } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { bufferedStores } from '../buffered.js';

/** What a thread writes through its buffer: single cells where every index is a constant, else a whole array. */
export type WrittenPlace =
  | { readonly kind: 'scalar'; readonly shared: SharedId }
  | { readonly kind: 'cell'; readonly shared: SharedId; readonly index: number }
  | { readonly kind: 'array'; readonly shared: SharedId; readonly length: number };

/** A cell that a statement names: the index is null for a scalar, else a constant or a local within bounds. */
export interface AccessedCell {
  readonly shared: SharedId;
  readonly index: Expr | null;
}

export function bufferedPlaces(thread: Thread, program: Program): readonly WrittenPlace[] {
  const stores = bufferedStores(thread.body);
  const variables = [...new Set(stores.map((s) => s.shared))].sort((a, b) => a - b);
  return variables.flatMap((shared): readonly WrittenPlace[] => {
    const variable = at(program.shared, shared);
    if (variable.shape.kind === 'scalar') return [{ kind: 'scalar', shared }];
    const length = lengthOf(variable);
    const indices = stores.flatMap((s) => (s.shared === shared && s.index !== null ? [s.index] : []));
    if (indices.some((index) => index.kind !== 'int')) return [{ kind: 'array', shared, length }];
    const cells = new Set(indices.flatMap((index) => (index.kind === 'int' ? [Number(index.value)] : [])));
    return [...cells]
      .filter((index) => index >= 0 && index < length)
      .sort((a, b) => a - b)
      .map((index) => ({ kind: 'cell', shared, index }));
  });
}

/** For the roles of variables; an array whole is about the cell that the variable's own index tells. */
export const placeMeant = (place: WrittenPlace): BufferedPlace => ({
  shared: place.shared,
  element: place.kind === 'cell' ? place.index : null,
});

/** One for each cell, in the order of their codes. */
export const cellsMeant = (place: WrittenPlace): readonly BufferedPlace[] =>
  place.kind === 'array'
    ? Array.from({ length: place.length }, (_, element) => ({ shared: place.shared, element }))
    : [placeMeant(place)];

/** The index among the variables that stand for the place: for an array there is one of each a cell. */
export const indexIn = (place: WrittenPlace, index: Expr | null): Expr | null =>
  place.kind === 'array' ? index : null;

export const shapeOf = (place: WrittenPlace, { shared }: Program): VariableShape =>
  place.kind === 'array' ? at(shared, place.shared).shape : { kind: 'scalar' };

export const cellCount = (place: WrittenPlace): number => (place.kind === 'array' ? place.length : 1);

/** Whether the place has the cell that an operand names. */
export function covers(place: WrittenPlace, { shared: variable, index }: AccessedCell): boolean {
  if (place.shared !== variable) return false;
  return place.kind !== 'cell' || (index?.kind === 'int' && Number(index.value) === place.index);
}

/** As people write it: `x`, `flag[0]`, `flag`. */
export function placeText(place: WrittenPlace, shared: readonly SharedVar[]): string {
  const variable = at(shared, place.shared);
  return place.kind === 'cell'
    ? cellNamed(variable.name, cellNumber(variable.shape, place.index))
    : variable.name;
}

/** As names of buffer variables call it: `x`, `flag_0`, `flag`. */
export function placeName(place: WrittenPlace, shared: readonly SharedVar[]): string {
  const variable = at(shared, place.shared);
  return place.kind === 'cell' ? `${variable.name}_${place.index + shownFrom(variable)}` : variable.name;
}
