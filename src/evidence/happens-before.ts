import type { CellId, ThreadId } from '../lang/expr/ids.js';
import type { Edge } from '../lang/program/system.js';
import type { Execution, Step } from '../lang/run/execution.js';
import type { Machine, MachineState, StepResult } from '../memory/machine.js';
import { hasBuffers } from '../memory/model-questions.js';
import { at, invariant } from '../support/invariant.js';
import { addTo, remembered } from '../support/remembered.js';

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
export interface TraceEvent {
  readonly thread: ThreadId;
  readonly edges: readonly Edge[];
}

export interface Before {
  readonly kind: 'po' | 'rf' | 'co' | 'fr';
  readonly from: TraceEvent;
  readonly to: TraceEvent;
  /** What it is about; null for `po`. */
  readonly cell: CellId | null;
  /** The step of each that it is about, by its index in the run. */
  readonly steps: { readonly from: number; readonly to: number };
}

/** All of the relation but what follows from it. */
export const happensBefore = (machine: Machine, execution: Execution): readonly Before[] =>
  new RelationOfRun(machine).of(execution);

/** A shortest cycle of the relation, each part leading to the next and the last to the first; null: there is none. */
export function happensBeforeCycle(machine: Machine, execution: Execution): readonly Before[] | null {
  const leaving = new Map<TraceEvent, Before[]>();
  for (const before of happensBefore(machine, execution))
    if (before.from !== before.to) addTo(leaving, before.from, before);
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

/** A store on its way to memory. */
interface MadeStore {
  readonly cell: CellId;
  readonly event: EventDraft;
  readonly step: number;
  /** In the order in which stores to the cell reach memory, from 0; null: it still waits. */
  order: number | null;
}

interface EventDraft {
  readonly thread: ThreadId;
  readonly edges: Edge[];
  readonly first: number;
  last: number;
}

/** A load, of what a store made or of what was there at first (null). */
interface MadeRead {
  readonly cell: CellId;
  readonly event: EventDraft;
  readonly step: number;
  readonly of: MadeStore | null;
}

class RelationOfRun {
  readonly #events: EventDraft[] = [];
  readonly #waiting: MadeStore[][];
  readonly #memory = new Map<CellId, MadeStore[]>();
  readonly #reads: MadeRead[] = [];
  readonly #open = new Map<ThreadId, EventDraft>();

  constructor(private readonly machine: Machine) {
    this.#waiting = machine.system.threads.map(() => []);
  }

  of({ initial, steps }: Execution): readonly Before[] {
    let state = this.machine.initial(initial);
    for (const [number, step] of steps.entries()) {
      const result = this.machine.take(state, step);
      // A step that ends the run has no event, and nothing comes after it.
      if (result.kind !== 'moved') break;
      this.#take(state, step, number, result);
      state = result.state;
    }
    for (const waiting of this.#waiting) for (const store of waiting.splice(0)) this.#arrive(store);
    return [...this.#programOrder(), ...this.#writesInOrder(), ...this.#readsInOrder()];
  }

  #take(
    before: MachineState,
    step: Step,
    number: number,
    result: Extract<StepResult, { kind: 'moved' }>,
  ): void {
    const waiting = at(this.#waiting, step.thread);
    if (step.kind === 'flush') {
      const place = waiting.findIndex(({ cell }) => cell === step.cell);
      const [store] = waiting.splice(place, 1);
      invariant(place >= 0 && store !== undefined, 'what leaves a buffer was put there');
      this.#arrive(store);
      return;
    }
    const edge = this.machine.edge(step.thread, step.edge);
    const event = this.#eventOf(before, step.thread, number);
    event.edges.push(edge);
    for (const [i, action] of edge.actions.entries()) {
      for (const { cell, isOwn } of at(result.loads, i)) {
        const of = isOwn ? waiting.findLast((store) => store.cell === cell) : this.#memory.get(cell)?.at(-1);
        this.#reads.push({ cell, event, step: number, of: of ?? null });
      }
      if (action.kind !== 'store') continue;
      const index = at(result.values, i)?.index ?? null;
      const cell = this.machine.cells.cell(action.shared, index === null ? 0 : Number(index));
      const store: MadeStore = { cell, event, step: number, order: null };
      if (action.locked || !hasBuffers(this.machine.model)) this.#arrive(store);
      else waiting.push(store);
    }
  }

  /** A step from a place inside an atomic section goes on with the event of the section. */
  #eventOf(before: MachineState, thread: ThreadId, step: number): EventDraft {
    const open = this.machine.place(before, thread).atomic ? this.#open.get(thread) : undefined;
    if (open !== undefined) {
      open.last = step;
      return open;
    }
    const event: EventDraft = { thread, edges: [], first: step, last: step };
    this.#events.push(event);
    this.#open.set(thread, event);
    return event;
  }

  #arrive(store: MadeStore): void {
    const order = remembered(this.#memory, store.cell, (): MadeStore[] => []);
    store.order = order.length;
    order.push(store);
  }

  #programOrder(): readonly Before[] {
    const last = new Map<ThreadId, EventDraft>();
    return this.#events.flatMap((event): readonly Before[] => {
      const before = last.get(event.thread);
      last.set(event.thread, event);
      if (before === undefined) return [];
      const steps = { from: before.last, to: event.first };
      return [{ kind: 'po', from: before, to: event, cell: null, steps }];
    });
  }

  #writesInOrder(): readonly Before[] {
    return [...this.#memory].flatMap(([cell, stores]) =>
      stores.slice(1).map((store, i): Before => {
        const replaced = at(stores, i);
        const steps = { from: replaced.step, to: store.step };
        return { kind: 'co', from: replaced.event, to: store.event, cell, steps };
      }),
    );
  }

  #readsInOrder(): readonly Before[] {
    return this.#reads.flatMap(({ cell, event, step, of }): readonly Before[] => {
      const next = this.#memory.get(cell)?.[of === null ? 0 : (of.order ?? 0) + 1];
      const from = (store: MadeStore): Before => ({
        ...{ kind: 'rf', from: store.event, to: event, cell },
        steps: { from: store.step, to: step },
      });
      const past = (store: MadeStore): Before => ({
        ...{ kind: 'fr', from: event, to: store.event, cell },
        steps: { from: step, to: store.step },
      });
      return [...(of === null ? [] : [from(of)]), ...(next === undefined ? [] : [past(next)])];
    });
  }
}
