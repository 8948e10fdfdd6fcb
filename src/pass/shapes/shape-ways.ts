import { constantValue } from '../../lang/expr/constant.js';
import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Action, Edge, StoreAction, System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { assertNever, at } from '../../support/invariant.js';
import { casesOf, isElement, isOutside } from './cases.js';
import type { View } from './cases.js';
import type { Contents } from './contents.js';
import { mayBe, surelyWithin } from './possible-values.js';
import type { ShapeKind, ShapeWay } from './shape-kind.js';

/** What the translation of the edges of one thread knows. */
export interface ShapingContext<Shape> {
  readonly thread: ThreadId;
  readonly system: System;
  readonly model: MemoryModel;
  readonly kind: ShapeKind<Shape>;
  readonly contents: Contents;
  /** Whether others want to know if the buffer is empty. */
  readonly tellsPending: boolean;
  /** The threads whose buffers a locked action waits for, besides the own one. */
  readonly awaited: readonly ThreadId[];
  readonly watch?: (() => void) | undefined;
}

/**
 * All ways to take the edge; none if it must wait for flushes. What faults before a wait is then not shown: it will be
 * after the flushes, which change nothing that the thread sees.
 */
export function waysThrough<Shape>(
  writer: ShapingContext<Shape>,
  edge: Edge,
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  let ways: readonly ShapeWay<Shape>[] = [{ actions: [], end: { kind: 'shape', shape } }];
  for (const action of edge.actions) {
    ways = ways.flatMap((way) => {
      writer.watch?.();
      if (way.end.kind !== 'shape') return [way];
      return stepsFrom(writer, action, way.end.shape).map((next) => after(way, next));
    });
  }
  return ways;
}

const after = <Shape>(first: ShapeWay<Shape>, then: ShapeWay<Shape>): ShapeWay<Shape> => ({
  ...then,
  actions: [...first.actions, ...then.actions],
});

function stepsFrom<Shape>(
  writer: ShapingContext<Shape>,
  action: Action,
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  const stays = (actions: readonly Action[]): ShapeWay<Shape> => ({ actions, end: { kind: 'shape', shape } });
  const inCases = (expr: Expr, over: (value: Expr) => Action): readonly ShapeWay<Shape>[] =>
    casesOf(viewOf(writer, shape), expr, []).map((c) => stays([...c.conditions.map(assume), over(c.value)]));
  switch (action.kind) {
    case 'assume':
    case 'assert':
      return inCases(action.cond, (cond) => ({ ...action, cond }));
    case 'assign':
      return inCases(action.value, (value) => ({ ...action, value }));
    case 'havoc':
      return [stays([action])];
    case 'fence':
      if (action.fence === 'ww')
        return [{ actions: [], end: { kind: 'shape', shape: writer.kind.marked(shape) } }];
      return writer.kind.isEmpty(shape) ? [stays([])] : [];
    case 'lock': {
      const others = writer.awaited.map((t) => assume(not(writer.contents.pending(t))));
      return writer.kind.isEmpty(shape) ? [stays(others)] : [];
    }
    case 'store':
      return storesFrom(writer, action, shape);
    default:
      return assertNever(action);
  }
}

const assume = (cond: Expr): Action => ({ kind: 'assume', cond });

function viewOf<Shape>({ contents, kind }: ShapingContext<Shape>, shape: Shape): View {
  const newest = (cell: CellId): Expr | null => kind.newest(shape, cell);
  return { variables: contents.variables(), cells: contents.cells, newest };
}

/** One case for each cell that the index may mean, and one for an index out of bounds. */
function storesFrom<Shape>(
  writer: ShapingContext<Shape>,
  action: StoreAction,
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  if (action.locked || !hasBuffers(writer.model)) return directStores(writer, action, shape);
  if (action.index === null) return cellStores(writer, action, 0, [], shape);
  const length = lengthOf(at(writer.system.shared, action.shared));
  return casesOf(viewOf(writer, shape), action.index, []).flatMap(({ conditions, value: index }) => {
    const constant = constantValue(index);
    if (typeof constant === 'bigint' && constant >= 0n && constant < length)
      return cellStores(writer, action, Number(constant), conditions, shape);
    const possible = Array.from({ length }, (_, i) => i).filter((i) => {
      writer.watch?.();
      return mayBe(writer.contents.variables(), index, BigInt(i));
    });
    return [
      ...possible.flatMap((i) => cellStores(writer, action, i, [...conditions, isElement(index, i)], shape)),
      ...outsideStores(writer, action, index, conditions, shape),
    ];
  });
}

/** A store that reaches memory at once. */
function directStores<Shape>(
  writer: ShapingContext<Shape>,
  action: StoreAction,
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  const view = viewOf(writer, shape);
  const indices = action.index === null ? [{ conditions: [], value: null }] : casesOf(view, action.index, []);
  return indices.flatMap((index) =>
    casesOf(view, action.value, index.conditions).map(({ conditions, value }) => ({
      actions: [...conditions.map(assume), { ...action, index: index.value, value, locked: false }],
      end: { kind: 'shape', shape },
    })),
  );
}

/** The store, which will fault, where the index is that of no element. */
function outsideStores<Shape>(
  writer: ShapingContext<Shape>,
  action: StoreAction,
  index: Expr,
  given: readonly Expr[],
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  const length = lengthOf(at(writer.system.shared, action.shared));
  if (surelyWithin(writer.contents.variables(), index, 0n, BigInt(length - 1))) return [];
  const outside = constantValue(index) === null ? [...given, isOutside(index, length)] : given;
  return casesOf(viewOf(writer, shape), action.value, outside).map(({ conditions, value }) => ({
    actions: [...conditions.map(assume), { ...action, index, value }],
    end: { kind: 'fault' },
  }));
}

function cellStores<Shape>(
  writer: ShapingContext<Shape>,
  action: StoreAction,
  element: number,
  given: readonly Expr[],
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  const cell = writer.contents.cells.cell(action.shared, element);
  return casesOf(viewOf(writer, shape), action.value, given).flatMap(({ conditions, value }) =>
    intoBuffer(writer, cell, value, shape).map((way) => ({
      ...way,
      actions: [...conditions.map(assume), ...way.actions],
    })),
  );
}

/** The store of a value to a cell, and the news that something waits, if others ask for it. */
function intoBuffer<Shape>(
  { thread, kind, contents, tellsPending }: ShapingContext<Shape>,
  cell: CellId,
  value: Expr,
  shape: Shape,
): readonly ShapeWay<Shape>[] {
  const tells = tellsPending && kind.isEmpty(shape) ? [contents.setPending(thread, true)] : [];
  return kind
    .stored(shape, cell, value)
    .map((way) => (way.end.kind === 'shape' ? { ...way, actions: [...way.actions, ...tells] } : way));
}
