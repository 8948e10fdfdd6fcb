import { constantValue } from '../../lang/expr/constant.js';
import { falsity, not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Action, Edge, StoreAction, System } from '../../lang/program/system.js';
import type { BufferSpec } from '../../memory/bound.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { append, entriesFor, marked } from '../../memory/semantics.js';
import { assertNever, at } from '../../support/invariant.js';
import { casesOf, isElement, isOutside } from './cases.js';
import type { View } from './cases.js';
import type { Contents } from './contents.js';
import { isEmpty, roomFor } from './buffer-shape.js';
import type { BufferShape } from './buffer-shape.js';
import { alwaysStores, mayBe, surelyWithin } from './possible-values.js';

/** One way to take an edge from one shape of the buffer. */
export interface ShapeWay {
  readonly actions: readonly Action[];
  readonly end: WayEnd;
}

export type WayEnd =
  | { readonly kind: 'shape'; readonly shape: BufferShape }
  | { readonly kind: 'overflow' }
  /** The last action always faults. */
  | { readonly kind: 'fault' };

/** What the translation of the edges of one thread knows. */
export interface ShapingContext {
  readonly thread: ThreadId;
  readonly system: System;
  readonly spec: BufferSpec;
  readonly contents: Contents;
  /** The name of the property that a store violates which finds the bound reached. */
  readonly overflow: string;
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
export function waysThrough(writer: ShapingContext, edge: Edge, shape: BufferShape): readonly ShapeWay[] {
  let ways: readonly ShapeWay[] = [{ actions: [], end: { kind: 'shape', shape } }];
  for (const action of edge.actions) {
    ways = ways.flatMap((way) => {
      writer.watch?.();
      if (way.end.kind !== 'shape') return [way];
      return stepsFrom(writer, action, way.end.shape).map((next) => after(way, next));
    });
  }
  return ways;
}

const after = (first: ShapeWay, then: ShapeWay): ShapeWay => ({
  ...then,
  actions: [...first.actions, ...then.actions],
});

function stepsFrom(writer: ShapingContext, action: Action, shape: BufferShape): readonly ShapeWay[] {
  const stays = (actions: readonly Action[]): ShapeWay => ({ actions, end: { kind: 'shape', shape } });
  const inCases = (expr: Expr, over: (value: Expr) => Action): readonly ShapeWay[] =>
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
        return [{ actions: [], end: { kind: 'shape', shape: marked(writer.spec.model, shape) } }];
      return isEmpty(shape) ? [stays([])] : [];
    case 'lock': {
      const others = writer.awaited.map((t) => assume(not(writer.contents.pending(t))));
      return isEmpty(shape) ? [stays(others)] : [];
    }
    case 'store':
      return storesFrom(writer, action, shape);
    default:
      return assertNever(action);
  }
}

const assume = (cond: Expr): Action => ({ kind: 'assume', cond });

function viewOf({ thread, contents }: ShapingContext, shape: BufferShape): View {
  const newest = (cell: CellId): Expr | null => {
    const count = entriesFor(shape, cell);
    return count === 0 ? null : contents.entry(thread, cell, count);
  };
  return { variables: contents.variables(), cells: contents.cells, newest };
}

/** One case for each cell that the index may mean, and one for an index out of bounds. */
function storesFrom(writer: ShapingContext, action: StoreAction, shape: BufferShape): readonly ShapeWay[] {
  if (action.locked || !hasBuffers(writer.spec.model)) return directStores(writer, action, shape);
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
function directStores(writer: ShapingContext, action: StoreAction, shape: BufferShape): readonly ShapeWay[] {
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
function outsideStores(
  writer: ShapingContext,
  action: StoreAction,
  index: Expr,
  given: readonly Expr[],
  shape: BufferShape,
): readonly ShapeWay[] {
  const length = lengthOf(at(writer.system.shared, action.shared));
  if (surelyWithin(writer.contents.variables(), index, 0n, BigInt(length - 1))) return [];
  const outside = constantValue(index) === null ? [...given, isOutside(index, length)] : given;
  return casesOf(viewOf(writer, shape), action.value, outside).map(({ conditions, value }) => ({
    actions: [...conditions.map(assume), { ...action, index, value }],
    end: { kind: 'fault' },
  }));
}

function cellStores(
  writer: ShapingContext,
  action: StoreAction,
  element: number,
  given: readonly Expr[],
  shape: BufferShape,
): readonly ShapeWay[] {
  const cell = writer.contents.cells.cell(action.shared, element);
  return casesOf(viewOf(writer, shape), action.value, given).flatMap(({ conditions, value }) =>
    intoBuffer(writer, cell, value, shape).map((way) => ({
      ...way,
      actions: [...conditions.map(assume), ...way.actions],
    })),
  );
}

/** The store of a value to a cell: an assignment to the place that its entry has in the shape. */
function intoBuffer(
  writer: ShapingContext,
  cell: CellId,
  value: Expr,
  shape: BufferShape,
): readonly ShapeWay[] {
  const { thread, spec, contents } = writer;
  const { type } = contents.cells.variable(cell);
  const store = (): Action => contents.storeEntry(thread, cell, entriesFor(shape, cell) + 1, value);
  switch (roomFor(spec, contents.cells, shape, cell)) {
    case 'waits':
      return [];
    case 'overflows': {
      // A value that faults does so before the store finds no room.
      const safe = alwaysStores(contents.variables(), value, type);
      const fail: Action = { kind: 'assert', cond: falsity, property: writer.overflow };
      return [{ actions: safe ? [fail] : [store(), fail], end: { kind: 'overflow' } }];
    }
    case 'free': {
      const tells = writer.tellsPending && isEmpty(shape) ? [contents.setPending(thread, true)] : [];
      return [
        { actions: [store(), ...tells], end: { kind: 'shape', shape: append(spec.model, shape, cell, 0n) } },
      ];
    }
  }
}
