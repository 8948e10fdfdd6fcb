import type { Expr } from '../lang/expr/expr.js';
import type { CellId, ThreadId } from '../lang/expr/ids.js';
import type { MemoryModel } from '../memory/model.js';
import { ordersWrites } from '../memory/model-questions.js';
import { append, entriesFor, flushed, newestOwn } from '../memory/semantics.js';
import type { StoreBuffer } from '../memory/semantics.js';
import { at } from '../support/invariant.js';
import type { WaitingShape, SymbolicState } from './symbolic-state.js';

/** A buffer in the middle of a step: the value of each entry is a position in `values`. */
export interface ShapedBuffer {
  readonly entries: StoreBuffer;
  readonly values: readonly (Expr | null)[];
}

/** As it is before a step: its values are variables. */
export const beforeStep = (state: SymbolicState, thread: ThreadId, shape: WaitingShape): ShapedBuffer => ({
  entries: shape,
  values: shape.map((entry, i) => (entry.kind === 'marker' ? null : state.slot(thread, i, entry.cell))),
});

/** The value that the thread itself sees; null: that of memory. */
export function ownValue({ entries, values }: ShapedBuffer, cell: CellId): Expr | null {
  const position = newestOwn(entries, cell);
  return position === null ? null : at(values, Number(position));
}

export const appended = (
  model: MemoryModel,
  { entries, values }: ShapedBuffer,
  cell: CellId,
  value: Expr,
): ShapedBuffer => ({
  entries: append(model, entries, cell, BigInt(values.length)),
  values: [...values, value],
});

/** How many entries a bound counts where a write to the cell is added (paper 003, Fig. 5 and 12). */
export const countedFor = (model: MemoryModel, { entries }: ShapedBuffer, cell: CellId): number =>
  ordersWrites(model) ? entries.filter(({ kind }) => kind === 'write').length : entriesFor(entries, cell);

export const withoutEntry = ({ entries, values }: ShapedBuffer, position: number): ShapedBuffer => ({
  entries: flushed(entries, position),
  values,
});

/** The entry at a position: what leaves by a flush. */
export function entryAt(
  { entries, values }: ShapedBuffer,
  position: number,
): { readonly cell: CellId; readonly value: Expr } | null {
  const entry = at(entries, position);
  if (entry.kind === 'marker') return null;
  const value = at(values, Number(entry.value));
  return value === null ? null : { cell: entry.cell, value };
}

/** The shape, with the values in their places. */
export function afterStep(
  state: SymbolicState,
  thread: ThreadId,
  buffer: ShapedBuffer,
): { readonly shape: WaitingShape; readonly values: readonly (readonly [slot: Expr, value: Expr])[] } {
  const shape = buffer.entries.map((entry, i) =>
    entry.kind === 'marker' ? entry : { ...entry, value: BigInt(i) },
  );
  const values = shape.flatMap((entry, i) => {
    const held = entryAt(buffer, i);
    return entry.kind === 'marker' || held === null
      ? []
      : [[state.slot(thread, i, entry.cell), held.value] as const];
  });
  return { shape, values };
}
