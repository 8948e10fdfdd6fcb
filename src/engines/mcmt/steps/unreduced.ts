import { at } from '../../../support/invariant.js';
import { membersOf } from '../../../support/small-sets.js';
import { CubeTooLarge } from '../cubes/finish.js';
import { maxEvents, withEdge } from '../cubes/event-history.js';
import type { Coherence, EventHistory, HistoryEvent, PendingRead } from '../cubes/event-history.js';
import type { Accesses } from '../cubes/reach.js';
import { cellOf, readerOf } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';

/*
 * The step back as section 3.2 of paper 000 has it: the transition is scheduled before all events that are there, and so program order and
 * reading are as scheduled, but coherence need not be. All of its orders are gone through, and nothing is forgotten: what
 * is found without that has to be the same.
 */

/** What a transition does to weak cells; `satisfied` are the pending reads of anybody that read from it. */
type Happening = Omit<Accesses, 'readCells' | 'missed'>;

/** All ways in which the writes of the transition can be among those that are there. */
export function withWrites(
  history: EventHistory,
  reads: ArrayLike<TermCode>,
  happening: Happening,
): readonly EventHistory[] {
  let all: readonly EventHistory[] = [withFence(withEvent(history, happening), happening)];
  for (const cell of happening.writtenCells) {
    all = all.flatMap((open) => withWrite(open, reads, cell, happening));
  }
  return all;
}

/** All ways in which new reads of the event that came last can be among the writes. */
export function withReads(
  history: EventHistory,
  actor: number,
  reads: readonly TermCode[],
): readonly EventHistory[] {
  let all: readonly EventHistory[] = [history];
  for (const read of reads) all = all.flatMap((open) => withRead(open, actor, cellOf(read)));
  return all;
}

/** The new event, with the edges of program order: GHB-PPO, GHB-FENCE, and GHB-ATOM if it reads and writes. */
function withEvent(history: EventHistory, { actor, reads, writes }: Happening): EventHistory {
  if (!reads && !writes) return history;
  const { events, after } = history;
  if (events.length === maxEvents) throw new CubeTooLarge('events');
  const own = 1 << actor;
  let later = 0;
  events.forEach((event, e) => {
    if ((event.procs & own) === 0) return;
    // Only from a write to a read behind it the order is lost, unless there is a fence between them.
    if (reads || event.writes || (event.fencedBy & own) !== 0) later |= (1 << e) | at(after, e);
  });
  const event: HistoryEvent = { procs: own, writes, fencedBy: 0 };
  return { ...history, events: [...events, event], after: [...after, later] };
}

/** A fence is behind all earlier writes and before all events of its own transition. */
function withFence(history: EventHistory, { actor, fence }: Happening): EventHistory {
  if (!fence) return history;
  const own = 1 << actor;
  const events = history.events.map((event) =>
    (event.procs & own) === 0 ? event : { ...event, fencedBy: event.fencedBy | own },
  );
  return { ...history, events };
}

/** All places that a write of the new event can have in the coherence of its cell, and where the pending reads are then. */
function withWrite(
  history: EventHistory,
  reads: ArrayLike<TermCode>,
  cell: TermCode,
  happening: Happening,
): readonly EventHistory[] {
  const order = coherenceOf(history, cell);
  const found: EventHistory[] = [];
  // GHB-PPO: before all later writes of the process.
  for (let place = firstOwn(history, order, happening.actor); place >= 0; place--) {
    const placed = inserted(history, order, place, happening.actor);
    if (placed !== null) found.push(...withCuts(placed, reads, cell, place, happening, 0));
  }
  return found;
}

const coherenceOf = ({ orders }: EventHistory, cell: TermCode): Coherence =>
  orders.find((order) => order.cell === cell) ?? { cell, writers: [], readers: [], readBy: [] };

/** The place of the first write of the process, or behind all. */
function firstOwn({ events }: EventHistory, { writers }: Coherence, proc: number): number {
  const place = writers.findIndex((event) => (at(events, event).procs & (1 << proc)) !== 0);
  return place < 0 ? writers.length : place;
}

/** With the write of the new event at this place: GHB-CO, and GHB-FR from whoever reads from writes before it. */
function inserted(
  history: EventHistory,
  order: Coherence,
  place: number,
  actor: number,
): EventHistory | null {
  const newest = history.events.length - 1;
  const { cell, writers, readers, readBy } = order;
  let after: readonly number[] | null = history.after;
  for (let i = 0; i < writers.length && after !== null; i++) {
    if (i >= place) {
      after = withEdge(after, newest, at(writers, i));
      continue;
    }
    // UNIPROCWR: what the process has written before it reads is not behind what it reads.
    if ((at(readBy, i) & (1 << actor)) !== 0) return null;
    after = withEdges(after, (1 << at(writers, i)) | at(readers, i), newest);
  }
  if (after === null) return null;
  const changed: Coherence = {
    cell,
    writers: writers.toSpliced(place, 0, newest),
    readers: readers.toSpliced(place, 0, 0),
    readBy: readBy.toSpliced(place, 0, 0),
  };
  return { ...history, after, orders: replaced(history, changed) };
}

const replaced = ({ orders }: EventHistory, order: Coherence): readonly Coherence[] => [
  ...orders.filter(({ cell }) => cell !== order.cell),
  order,
];

/** From each of a set of events. */
function withEdges(after: readonly number[], from: number, to: number): readonly number[] | null {
  let all: readonly number[] | null = after;
  for (const event of membersOf(from)) if (all !== null) all = withEdge(all, event, to);
  return all;
}

/** All choices of the sides on which the new write at `place` is of the pending reads from `index` on. */
function withCuts(
  history: EventHistory,
  reads: ArrayLike<TermCode>,
  cell: TermCode,
  place: number,
  happening: Happening,
  index: number,
): readonly EventHistory[] {
  let i = index;
  while (i < reads.length && cellOf(at(reads, i)) !== cell) i++;
  if (i === reads.length) return [history];
  const { actor, satisfied } = happening;
  const { event, cut } = at(history.pending, i);
  const reader = readerOf(at(reads, i));
  const next = (one: EventHistory | null): readonly EventHistory[] =>
    one === null ? [] : withCuts(one, reads, cell, place, happening, i + 1);
  if ((satisfied & (1 << i)) !== 0) {
    return cut === place ? next(satisfiedBy(history, cell, place, event, reader, actor)) : [];
  }
  return [
    ...(cut >= place ? next(withCut(history, i, { event, cut: cut + 1 })) : []),
    // UNIPROCWR, as above.
    ...(cut <= place && reader !== actor ? next(behind(history, event)) : []),
  ];
}

const withCut = (history: EventHistory, read: number, pending: PendingRead): EventHistory => ({
  ...history,
  pending: history.pending.with(read, pending),
});

/** GHB-FR: from a read to the new write, which is co-behind its source. */
function behind(history: EventHistory, event: number): EventHistory | null {
  const after = withEdge(history.after, event, history.events.length - 1);
  return after === null ? null : { ...history, after };
}

/** The new write at `place` is the source: GHB-RFE, unless the process reads what it wrote. The writes behind it are behind the read already. */
function satisfiedBy(
  history: EventHistory,
  cell: TermCode,
  place: number,
  event: number,
  reader: number,
  actor: number,
): EventHistory | null {
  const order = coherenceOf(history, cell);
  const after = reader === actor ? history.after : withEdge(history.after, at(order.writers, place), event);
  if (after === null) return null;
  const readers = order.readers.with(place, at(order.readers, place) | (1 << event));
  const readBy = order.readBy.with(place, at(order.readBy, place) | (1 << reader));
  return { ...history, after, orders: replaced(history, { ...order, readers, readBy }) };
}

/** All writes that are there come later, so the new read reads none of them; it is before some, by GHB-FR. */
function withRead(history: EventHistory, actor: number, cell: TermCode): readonly EventHistory[] {
  const order = coherenceOf(history, cell);
  const newest = history.events.length - 1;
  const found: EventHistory[] = [];
  let after: readonly number[] | null = history.after;
  // UNIPROCRW: nor is its source behind what the process writes later, or in the same transition. That would be a cycle in the end.
  const most = firstOwn(history, order, actor);
  for (let cut = order.writers.length; cut >= 0; cut--) {
    const next: number | undefined = order.writers[cut];
    if (next !== undefined) after = withEdge(after, newest, next);
    if (after === null) break;
    if (cut <= most) found.push({ ...history, after, pending: [...history.pending, { event: newest, cut }] });
  }
  return found;
}
