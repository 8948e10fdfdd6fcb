import type { CellId, ThreadId } from '../lang/expr/ids.js';
import type { Execution } from '../lang/run/execution.js';
import type { Machine } from '../memory/machine.js';
import { at, invariant } from '../support/invariant.js';
import { addTo, remembered } from '../support/remembered.js';
import { accessesOf } from './accesses-of-run.js';
import type { MadeAccess, MadeStore, RunAccesses, TraceEvent } from './accesses-of-run.js';

/**
 * The happens-before relation of a run (Shasha and Snir's trace): its events are the steps that threads take, an atomic or
 * locked section being one, and an event comes before another one
 *
 *   po   if it is earlier in the same thread,
 *   rf   if that one loads what it stores,
 *   co   if both store to a cell, and its value reaches memory first,
 *   fr   if it loads a value of a cell that a store of the other one replaces.
 *
 * A run has the trace of a run under SC exactly if the relation has no cycle. This knows nothing of how runs are found.
 */
export interface Before {
  readonly kind: 'po' | 'rf' | 'co' | 'fr';
  readonly from: TraceEvent;
  readonly to: TraceEvent;
  /** What it is about; null for `po`. */
  readonly cell: CellId | null;
  /** The accesses that make it so; null for `po`. */
  readonly by: { readonly from: MadeAccess; readonly to: MadeAccess } | null;
  /** The step of each that it is about, by its index in the run. */
  readonly steps: { readonly from: number; readonly to: number };
}

/** All of the relation but what follows from it, as if what waits in the end reached memory then. */
export const happensBefore = (machine: Machine, execution: Execution): readonly Before[] =>
  relationOf(drained(accessesOf(machine, execution)));

/** A shortest cycle of the relation, each part leading to the next and the last to the first; null: there is none. */
export function happensBeforeCycle(machine: Machine, execution: Execution): readonly Before[] | null {
  return cycleIn(happensBefore(machine, execution));
}

export function cycleIn(relation: readonly Before[]): readonly Before[] | null {
  const leaving = new Map<TraceEvent, Before[]>();
  for (const before of relation) if (before.from !== before.to) addTo(leaving, before.from, before);
  let best: readonly Before[] | null = null;
  for (const start of leaving.keys()) {
    const cycle = cycleFrom(start, leaving);
    if (cycle !== null && (best === null || cycle.length < best.length)) best = cycle;
  }
  return best;
}

function cycleFrom(
  start: TraceEvent,
  leaving: ReadonlyMap<TraceEvent, readonly Before[]>,
): readonly Before[] | null {
  const reachedBy = new Map<TraceEvent, Before>();
  const open = [start];
  for (const event of open) {
    for (const before of leaving.get(event) ?? []) {
      if (before.to === start) return [...wayTo(before.from, start, reachedBy), before];
      if (reachedBy.has(before.to)) continue;
      reachedBy.set(before.to, before);
      open.push(before.to);
    }
  }
  return null;
}

function wayTo(
  event: TraceEvent,
  start: TraceEvent,
  reachedBy: ReadonlyMap<TraceEvent, Before>,
): readonly Before[] {
  const way: Before[] = [];
  for (let here = event; here !== start;) {
    const before = reachedBy.get(here);
    invariant(before !== undefined, 'the event was reached from the start');
    way.push(before);
    here = before.from;
  }
  return way.reverse();
}

/** All parts of it from which the rest follows. */
export function relationOf(accesses: RunAccesses): readonly Before[] {
  return [...programOrder(accesses), ...writesInOrder(accesses), ...readsInOrder(accesses)];
}

/**
 * As if what waits in the end reached memory then, one buffer after the other. Where it does not matter which comes first,
 * `relationOf` leaves it open.
 */
export function drained(accesses: RunAccesses): RunAccesses {
  const memory = new Map([...accesses.memory].map(([cell, stores]) => [cell, [...stores]]));
  const arrived = new Map<MadeStore, MadeStore>();
  for (const store of accesses.waiting.flat()) {
    const order = remembered(memory, store.cell, (): MadeStore[] => []);
    const late = { ...store, order: order.length, arrives: accesses.steps.length + arrived.size };
    arrived.set(store, late);
    order.push(late);
  }
  const loads = accesses.loads.map((load) => {
    const late = load.of === null ? undefined : arrived.get(load.of);
    return late === undefined ? load : { ...load, of: late };
  });
  return { ...accesses, memory, loads, waiting: accesses.waiting.map(() => []) };
}

function programOrder({ events }: RunAccesses): readonly Before[] {
  const last = new Map<ThreadId, TraceEvent>();
  return events.flatMap((event): readonly Before[] => {
    const before = last.get(event.thread);
    last.set(event.thread, event);
    if (before === undefined) return [];
    const steps = { from: before.last, to: event.first };
    return [{ kind: 'po', from: before, to: event, cell: null, by: null, steps }];
  });
}

const writesInOrder = (accesses: RunAccesses): readonly Before[] =>
  [...accesses.memory.values(), ...accesses.waiting]
    .flat()
    .flatMap((store) => nextOf(accesses, store.cell, store).map((next) => before('co', store, next)));

const readsInOrder = (accesses: RunAccesses): readonly Before[] =>
  accesses.loads.flatMap((load) => [
    ...(load.of === null ? [] : [before('rf', load.of, load)]),
    ...nextOf(accesses, load.cell, load.of).map((next) => before('fr', load, next)),
  ]);

const before = (kind: 'rf' | 'co' | 'fr', from: MadeAccess, to: MadeAccess): Before => ({
  ...{ kind, from: from.event, to: to.event, cell: to.cell },
  by: { from, to },
  steps: { from: from.step, to: to.step },
});

/** The stores to the cell that come right after this one, or after what is there at first; of those that wait one a thread. */
export function nextOf(
  { memory, waiting }: RunAccesses,
  cell: CellId,
  store: MadeStore | null,
): readonly MadeStore[] {
  if (store !== null && store.order === null) {
    const own = at(waiting, store.event.thread).filter((other) => other.cell === cell);
    return own.slice(own.indexOf(store) + 1).slice(0, 1);
  }
  const next = memory.get(cell)?.[store === null ? 0 : (store.order ?? 0) + 1];
  if (next !== undefined) return [next];
  return waiting.flatMap((own) => own.find((other) => other.cell === cell) ?? []);
}
