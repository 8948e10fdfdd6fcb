import { falsity } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import type { Action } from '../../lang/program/system.js';
import type { BufferSpec } from '../../memory/bound.js';
import { append, emptyBuffer, entriesFor, marked } from '../../memory/semantics.js';
import { flushesOf, isEmpty, roomFor, shapeKey, waitingKinds } from './buffer-shape.js';
import type { BufferShape } from './buffer-shape.js';
import type { Contents } from './contents.js';
import { alwaysStores } from './possible-values.js';
import type { ShapeKind, ShapeWay } from './shape-kind.js';

/** Buffers up to a bound: the sequence of the cells written (PSO: their counts) is control, each entry a variable. */
export function boundedKind(
  thread: ThreadId,
  spec: BufferSpec,
  contents: Contents,
  /** The name of the property that a store violates which finds the bound reached. */
  overflow: string,
): ShapeKind<BufferShape> {
  const stored = (shape: BufferShape, cell: CellId, value: Expr): readonly ShapeWay<BufferShape>[] => {
    const { type } = contents.cells.variable(cell);
    const store = (): Action => contents.storeEntry(thread, cell, entriesFor(shape, cell) + 1, value);
    switch (roomFor(spec, contents.cells, shape, cell)) {
      case 'waits':
        return [];
      case 'overflows': {
        // A value that faults does so before the store finds no room.
        const safe = alwaysStores(contents.variables(), value, type);
        const fail: Action = { kind: 'assert', cond: falsity, property: overflow };
        return [{ actions: safe ? [fail] : [store(), fail], end: { kind: 'stops' } }];
      }
      case 'free':
        return [{ actions: [store()], end: { kind: 'shape', shape: append(spec.model, shape, cell, 0n) } }];
    }
  };
  return {
    empty: emptyBuffer,
    key: shapeKey,
    isEmpty,
    newest: (shape, cell) => {
      const count = entriesFor(shape, cell);
      return count === 0 ? null : contents.entry(thread, cell, count);
    },
    marked: (shape) => marked(spec.model, shape),
    stored,
    flushes: (shape) =>
      flushesOf(spec, shape).map((flush) => ({
        cell: flush.cell,
        actions: contents.flush(thread, flush.cell, entriesFor(shape, flush.cell)),
        end: { kind: 'shape', shape: flush.shape },
      })),
    waiting: (shape) => waitingKinds(contents.cells, shape),
  };
}
