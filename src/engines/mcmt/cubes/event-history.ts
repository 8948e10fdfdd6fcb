import { at } from '../../../support/invariant.js';
import { renamedSet } from '../../../support/small-sets.js';
import type { BackwardProblem } from './problem.js';
import type { TermCode } from './term-codes.js';

/** All that happens to weak cells in a transition, at one moment; or all that an unsafe clause looks at. */
export interface HistoryEvent {
  /** Whose it is (bits); of an unsafe clause: those that are there. */
  readonly procs: number;
  readonly writes: boolean;
  /** Processes that executed a fence after all that still comes earlier, and before it or in it (bits). */
  readonly fencedBy: number;
}

/** The relation co of one cell, as far as its writes are known. */
export interface Coherence {
  readonly cell: TermCode;
  /** The events that write it, in this order. */
  readonly writers: readonly number[];
  /** The events that read from each of these writes, and the processes that do (bits). */
  readonly readers: readonly number[];
  readonly readBy: readonly number[];
}

/** A read whose source is still to come. */
export interface PendingRead {
  readonly event: number;
  /** So many writes of its cell are co-before its source, all others after it. */
  readonly cut: number;
}

/** The events of a cube and their relations; what comes earlier has a larger number. */
export interface EventHistory {
  readonly events: readonly HistoryEvent[];
  /** The relation ghb, which is transitive: the events after each event (bits). */
  readonly after: readonly number[];
  readonly orders: readonly Coherence[];
  /** By place in `Cube.reads`; while a step back is taken also those that were satisfied. */
  readonly pending: readonly PendingRead[];
}

/** Bits of a number. */
export const maxEvents = 31;

export const noHistory: EventHistory = { events: [], after: [], orders: [], pending: [] };

/** All reads of an unsafe clause, at the last moment: whatever these processes have read was read before. */
export function lastMoment(reads: number, procs: number): EventHistory {
  if (reads === 0) return noHistory;
  return {
    events: [{ procs, writes: false, fencedBy: 0 }],
    after: [0],
    orders: [],
    pending: Array.from({ length: reads }, () => ({ event: 0, cut: 0 })),
  };
}

/** The relation with one more pair; null: it has a cycle. What happens in one event is in no order. */
export function withEdge(after: readonly number[], from: number, to: number): readonly number[] | null {
  const beyond = (1 << to) | at(after, to);
  if (from === to || (at(after, from) & beyond) === beyond) return after;
  if ((beyond & (1 << from)) !== 0) return null;
  return after.map((bits, e) => (e === from || (bits & (1 << from)) !== 0 ? bits | beyond : bits));
}

/** Initially nothing is written: what is read then is co-before all writes. */
export const isAtStart = ({ pending }: EventHistory): boolean => pending.every(({ cut }) => cut === 0);

/** All processes that have an event (bits). */
export const procsOfEvents = ({ events }: EventHistory): number =>
  events.reduce((bits, { procs }) => bits | procs, 0);

/** With other numbers of processes, and only the pending reads from these places, in this order. */
export function renamedHistory(
  problem: BackwardProblem,
  history: EventHistory,
  here: readonly number[],
  places: readonly number[],
): EventHistory {
  const { events, after, orders, pending } = history;
  return {
    events: events.map(({ procs, writes, fencedBy }) => ({
      procs: renamedSet(procs, here),
      writes,
      fencedBy: renamedSet(fencedBy, here),
    })),
    after,
    orders: orders
      .map((order) => ({
        ...order,
        cell: problem.renamed(order.cell, here),
        readBy: order.readBy.map((bits) => renamedSet(bits, here)),
      }))
      .sort((a, b) => a.cell - b.cell),
    pending: places.map((place) => at(pending, place)),
  };
}
