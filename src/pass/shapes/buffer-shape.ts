import { cellId } from '../../lang/expr/ids.js';
import type { CellId } from '../../lang/expr/ids.js';
import type { Cells, WaitingKind } from '../../lang/program/system.js';
import type { BufferSpec } from '../../memory/bound.js';
import { entriesFor, flushable, flushed, hasRoom } from '../../memory/semantics.js';
import type { StoreBuffer } from '../../memory/semantics.js';
import { ordersWrites } from '../../memory/model-questions.js';
import { at } from '../../support/invariant.js';

/**
 * A store buffer without its contents: under TSO the sequence of the cells written, under PSO their counts between
 * markers. It is a buffer whose values are all 0, so that the rules of the memory model apply as they stand.
 */
export type BufferShape = StoreBuffer;

export const isEmpty = (shape: BufferShape): boolean => shape.length === 0;

/** Equal for equal shapes only. */
export const shapeKey = (shape: BufferShape): string =>
  shape.map((entry) => (entry.kind === 'marker' ? '|' : entry.cell)).join(' ');

/** The shape as locations tell it. */
export const waitingKinds = (cells: Cells, shape: BufferShape): readonly WaitingKind[] =>
  shape.map((entry) =>
    entry.kind === 'marker'
      ? '|'
      : { shared: cells.variable(entry.cell).id, element: cells.indexIn(entry.cell) },
  );

/** What a store to a cell meets. */
export type Room = 'free' | 'waits' | 'overflows';

export function roomFor(spec: BufferSpec, cells: Cells, shape: BufferShape, cell: CellId): Room {
  if (!hasRoom(spec.model, shape, cell)) return 'waits';
  const oneQueue = 'all' in spec.bound && ordersWrites(spec.model);
  const used = oneQueue ? shape.filter((e) => e.kind === 'write').length : entriesFor(shape, cell);
  const allowed =
    'all' in spec.bound ? spec.bound.all : (spec.bound.perShared.get(cells.variable(cell).id) ?? Infinity);
  return used < allowed ? 'free' : 'overflows';
}

/** The flushes that can happen: the cell whose oldest entry leaves, and the shape behind. */
export function flushesOf(
  spec: BufferSpec,
  shape: BufferShape,
): readonly { readonly cell: CellId; readonly shape: BufferShape }[] {
  return flushable(spec.model, shape).flatMap((position) => {
    const entry = at(shape, position);
    return entry.kind === 'marker' ? [] : [{ cell: cellId(entry.cell), shape: flushed(shape, position) }];
  });
}
