import type { Action, Automaton, Edge } from '../../../lang/program/system.js';
import type { Bound } from '../../../memory/bound.js';
import type { MemoryModel } from '../../../memory/model.js';
import { hasBuffers, ordersWrites, roomPerLocation } from '../../../memory/model-questions.js';
import { assertNever, at } from '../../../support/invariant.js';
import { expressionsRead } from '../../../lang/program/actions.js';
import { cellsTouched } from './touched-variables.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import type { SharedId } from '../../../lang/expr/ids.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';

/** How many entries for a cell the bound lets in; under `all` with one queue a thread, for all cells together. */
export function entriesAllowed(bound: Bound, cell: PackedVariable): number {
  if ('all' in bound) return bound.all;
  return cell.place.kind === 'cell' ? (bound.perShared.get(cell.place.shared) ?? Infinity) : Infinity;
}

/** A static count that goes beyond this is as good as none. */
const countLimit = 64;

/** What is known before the search of one thread's buffer. */
export interface BufferPlan {
  /** The cells that the thread writes through its buffer; the n-th has the code `firstCode + n` in an entry. */
  readonly cells: readonly PackedVariable[];
  /** Whether there are markers of `fence(ww)`. */
  readonly markers: boolean;
  /** At each location, the number of entries and markers that can be there at most; may be infinite. */
  readonly longest: readonly number[];
  /** The number that never needs to be exceeded, or infinity. */
  readonly enough: number;
}

/** In an entry 0 means "none"; the marker comes before all cells, so that sorting never moves an entry past it. */
export const markerCode = 1;
export const firstCode = 2;

export function bufferPlan(
  thread: Automaton,
  variables: PackedVariables,
  model: MemoryModel,
  bound: Bound | null,
): BufferPlan {
  if (!hasBuffers(model))
    return { cells: [], markers: false, longest: thread.locations.map(() => 0), enough: 0 };
  const cells = bufferedCells(thread, variables);
  const markers = model.storeFence === 'marker' && hasStoreFence(thread) && cells.length > 0;
  const longest = longestBuffers(thread, markers);
  const limit = markers ? Infinity : limitOf(cells, model, bound);
  return {
    cells,
    markers,
    longest,
    enough: Math.min(longest.reduce(longer, longestInside(thread, longest, markers)), limit),
  };
}

/** The codes are by cell in ascending order: sorting by code is sorting by cell. */
function bufferedCells(thread: Automaton, variables: PackedVariables): readonly PackedVariable[] {
  const touched = new Set<PackedVariable>();
  const dynamic = new Set<SharedId>();
  const actions = thread.edges.flatMap((e) => e.actions);
  for (const action of actions) {
    for (const expr of expressionsRead(action)) {
      for (const e of subexpressions(expr))
        if (e.kind === 'shared' && isDynamic(e.index)) dynamic.add(e.shared);
    }
    if (action.kind === 'store' && isDynamic(action.index)) dynamic.add(action.shared);
  }
  for (const action of actions) {
    if (action.kind !== 'store' || action.locked) continue;
    // All cells or none where an index is computed: their codes are then consecutive.
    const cells = dynamic.has(action.shared)
      ? variables.ofShared(action.shared)
      : cellsTouched(action.shared, action.index, variables);
    for (const cell of cells) touched.add(cell);
  }
  return [...touched].sort((a, b) => a.index - b.index);
}

const isDynamic = (index: Extract<Action, { kind: 'store' }>['index']): boolean =>
  index !== null && index.kind !== 'int';

const hasStoreFence = (thread: Automaton): boolean =>
  thread.edges.some((e) => e.actions.some((a) => a.kind === 'fence' && a.fence === 'ww'));

/** The most entries that the model and the bound let in. */
function limitOf(cells: readonly PackedVariable[], model: MemoryModel, bound: Bound | null): number {
  const total = roomPerLocation(model) * cells.length;
  if (bound === null) return total;
  if ('all' in bound && ordersWrites(model)) return Math.min(bound.all, total);
  return Math.min(
    total,
    cells.reduce((n, c) => n + entriesAllowed(bound, c), 0),
  );
}

/** The length of a buffer after an action, from its greatest length before. */
export function lengthAfter(action: Action, before: number, markers: boolean): number {
  switch (action.kind) {
    case 'store':
      return action.locked ? before : before + 1;
    case 'fence':
      return action.fence === 'full' ? 0 : markers && before > 0 ? before + 1 : before;
    case 'lock':
      return 0;
    case 'assume':
    case 'assign':
    case 'havoc':
    case 'assert':
      return before;
    default:
      return assertNever(action);
  }
}

const afterEdge = (edge: Edge, before: number, markers: boolean): number =>
  edge.actions.reduce((n, action) => lengthAfter(action, n, markers), before);

function longestBuffers(thread: Automaton, markers: boolean): readonly number[] {
  const longest = thread.locations.map(() => -1);
  longest[thread.entry] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (const edge of thread.edges) {
      const before = at(longest, edge.from);
      if (before < 0) continue;
      const after = afterEdge(edge, before, markers);
      if (after > at(longest, edge.to)) {
        longest[edge.to] = after > countLimit ? Infinity : after;
        changed = true;
      }
    }
  }
  // What cannot be reached needs no room.
  return longest.map((n) => Math.max(n, 0));
}

/** An edge may be longer inside than at its ends. */
function longestInside(thread: Automaton, longest: readonly number[], markers: boolean): number {
  let most = 0;
  for (const edge of thread.edges) {
    let length = at(longest, edge.from);
    for (const action of edge.actions) {
      length = lengthAfter(action, length, markers);
      most = Math.max(most, length);
    }
  }
  return most;
}

/** Of more numbers than a call takes. */
const longer = (a: number, b: number): number => Math.max(a, b);
