import type { Expr } from '../../lang/expr/expr.js';
import type { CellId } from '../../lang/expr/ids.js';
import type { FactInstance } from '../summaries/entry-facts.js';
import type { Action, WaitingKind } from '../../lang/program/system.js';

/** How a way through an edge, or through a part of it, ends: with what waits in the buffer then, for example. */
export type WayEnd<Shape> =
  | { readonly kind: 'shape'; readonly shape: Shape }
  /** Nothing is looked at any more: a bound is reached, or all that was to be found out is. */
  | { readonly kind: 'stops' }
  /** The last action always faults. */
  | { readonly kind: 'fault' };

export interface ShapeWay<Shape> {
  readonly actions: readonly Action[];
  readonly end: WayEnd<Shape>;
}

export interface ShapeFlush<Shape> extends ShapeWay<Shape> {
  readonly cell: CellId;
  /** What facts say of the value that leaves, before it does, if there are facts. */
  readonly about?: readonly FactInstance[];
}

/** How what waits in the buffer of one thread becomes control (a shape) and data (made variables). */
export interface ShapeKind<Shape> {
  readonly empty: Shape;
  /** Equal for equal shapes only. */
  key(shape: Shape): string;
  isEmpty(shape: Shape): boolean;
  /** The newest own entry for the cell; null: main memory has its value. */
  newest(shape: Shape, cell: CellId): Expr | null;
  /** Behind `fence(ww)`. */
  marked(shape: Shape): Shape;
  /** The ways of a store to a cell, whose index is settled; none if it has to wait. */
  stored(shape: Shape, cell: CellId, value: Expr): readonly ShapeWay<Shape>[];
  /** What may leave for memory. */
  flushes(shape: Shape): readonly ShapeFlush<Shape>[];
  /** The shape as locations tell it. */
  waiting(shape: Shape): readonly WaitingKind[];
}
