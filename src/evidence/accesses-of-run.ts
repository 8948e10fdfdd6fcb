import type { CellId, ThreadId } from '../lang/expr/ids.js';
import type { Edge } from '../lang/program/system.js';
import type { Execution, Step } from '../lang/run/execution.js';
import type { Machine, MachineState, StepResult } from '../memory/machine.js';
import { hasBuffers } from '../memory/model-questions.js';
import { at, invariant } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';

/** What the threads of a run do to memory, and when. Steps are numbered from 0. */
export interface RunAccesses {
  /** The steps that were taken: the last may end the run. */
  readonly steps: readonly RecordedStep[];
  readonly events: readonly TraceEvent[];
  /** By cell, the stores that reached memory, in that order. */
  readonly memory: ReadonlyMap<CellId, readonly MadeStore[]>;
  /** By thread, what waits in the end, in the order in which it was made. */
  readonly waiting: readonly (readonly MadeStore[])[];
  readonly loads: readonly MadeLoadOf[];
}

export interface RecordedStep {
  readonly step: Step;
  readonly result: Exclude<StepResult, { readonly kind: 'blocked' }>;
  /** Null for a flush. */
  readonly edge: Edge | null;
  /** Null for a flush, and for a step that ends the run. */
  readonly event: TraceEvent | null;
  readonly stores: readonly MadeStore[];
  readonly loads: readonly MadeLoadOf[];
  /** What a flush brings to memory. */
  readonly arrived: MadeStore | null;
}

/** A step of a thread, an atomic or locked section being one. */
export interface TraceEvent {
  readonly thread: ThreadId;
  readonly edges: readonly Edge[];
  /** Its first and its last step. */
  readonly first: number;
  readonly last: number;
}

export interface MadeStore {
  readonly kind: 'store';
  readonly cell: CellId;
  readonly value: bigint;
  readonly event: TraceEvent;
  /** The step that made it. */
  readonly step: number;
  /** In the order in which stores to the cell reach memory, from 0; null: it waits in the end. */
  readonly order: number | null;
  /** The step with which it reaches memory: its own, or a flush; infinite if it waits in the end. */
  readonly arrives: number;
}

/** A load, of what a store made or of what was there at first (null). */
export interface MadeLoadOf {
  readonly kind: 'load';
  readonly cell: CellId;
  readonly value: bigint;
  readonly event: TraceEvent;
  readonly step: number;
  readonly of: MadeStore | null;
  /** It was read from the thread's own buffer. */
  readonly isOwn: boolean;
}

export type MadeAccess = MadeStore | MadeLoadOf;

/** When others can see it, as the number of a step. */
export const timeOf = (access: MadeAccess): number =>
  access.kind === 'store' ? access.arrives : access.step;

/** Runs it by the plain semantics. */
export const accessesOf = (machine: Machine, execution: Execution): RunAccesses =>
  new AccessRecorder(machine).of(execution);

interface StoreOnItsWay extends MadeStore {
  order: number | null;
  arrives: number;
}

interface EventDraft {
  readonly thread: ThreadId;
  readonly edges: Edge[];
  readonly first: number;
  last: number;
}

class AccessRecorder {
  readonly #steps: RecordedStep[] = [];
  readonly #events: EventDraft[] = [];
  readonly #waiting: StoreOnItsWay[][];
  readonly #memory = new Map<CellId, StoreOnItsWay[]>();
  readonly #loads: MadeLoadOf[] = [];
  readonly #open = new Map<ThreadId, EventDraft>();

  constructor(private readonly machine: Machine) {
    this.#waiting = machine.system.threads.map(() => []);
  }

  of({ initial, steps }: Execution): RunAccesses {
    let state = this.machine.initial(initial);
    for (const step of steps) {
      const result = this.machine.take(state, step);
      if (result.kind === 'blocked') break;
      this.#steps.push(step.kind === 'flush' ? this.#flush(step, result) : this.#go(state, step, result));
      if (result.kind === 'fault') break;
      state = result.state;
    }
    return {
      ...{ steps: this.#steps, events: this.#events, loads: this.#loads },
      ...{ memory: this.#memory, waiting: this.#waiting },
    };
  }

  #flush(step: Extract<Step, { kind: 'flush' }>, result: RecordedStep['result']): RecordedStep {
    const waiting = at(this.#waiting, step.thread);
    const place = waiting.findIndex(({ cell }) => cell === step.cell);
    const [store] = waiting.splice(place, 1);
    invariant(place >= 0 && store !== undefined, 'what leaves a buffer was put there');
    this.#arrive(store, this.#steps.length);
    return { step, result, edge: null, event: null, stores: [], loads: [], arrived: store };
  }

  #go(
    before: MachineState,
    step: Extract<Step, { kind: 'edge' }>,
    result: RecordedStep['result'],
  ): RecordedStep {
    const { machine } = this;
    const edge = machine.edge(step.thread, step.edge);
    // A step that ends the run is no event, and nothing comes after it.
    const isEvent = result.kind === 'moved';
    const event = isEvent ? this.#eventOf(before, step.thread) : this.#noEvent(step.thread);
    event.edges.push(edge);
    const stores: MadeStore[] = [];
    const loads: MadeLoadOf[] = [];
    for (const [i, action] of edge.actions.entries()) {
      for (const load of result.loads[i] ?? []) loads.push(this.#load(event, load));
      const written = result.values[i] ?? null;
      if (action.kind !== 'store' || written === null) continue;
      const cell = machine.cells.cell(action.shared, Number(written.index ?? 0n));
      const atOnce = action.locked || !hasBuffers(machine.model);
      stores.push(this.#store(event, { cell, value: written.value, atOnce }));
    }
    if (isEvent) this.#loads.push(...loads);
    return { step, result, edge, event: isEvent ? event : null, stores, loads, arrived: null };
  }

  #noEvent(thread: ThreadId): EventDraft {
    const step = this.#steps.length;
    return { thread, edges: [], first: step, last: step };
  }

  #load(
    event: TraceEvent,
    { cell, isOwn, value }: { readonly cell: CellId; readonly isOwn: boolean; readonly value: bigint },
  ): MadeLoadOf {
    const own = at(this.#waiting, event.thread);
    const of = isOwn ? own.findLast((store) => store.cell === cell) : this.#memory.get(cell)?.at(-1);
    return { kind: 'load', cell, value, event, step: this.#steps.length, of: of ?? null, isOwn };
  }

  #store(
    event: TraceEvent,
    { cell, value, atOnce }: { readonly cell: CellId; readonly value: bigint; readonly atOnce: boolean },
  ): MadeStore {
    const step = this.#steps.length;
    const store: StoreOnItsWay = { kind: 'store', cell, value, event, step, order: null, arrives: Infinity };
    if (atOnce) this.#arrive(store, step);
    else at(this.#waiting, event.thread).push(store);
    return store;
  }

  /** A step from a place inside an atomic section goes on with the event of the section. */
  #eventOf(before: MachineState, thread: ThreadId): EventDraft {
    const open = this.machine.place(before, thread).atomic ? this.#open.get(thread) : undefined;
    const step = this.#steps.length;
    if (open !== undefined) {
      open.last = step;
      return open;
    }
    const event: EventDraft = { thread, edges: [], first: step, last: step };
    this.#events.push(event);
    this.#open.set(thread, event);
    return event;
  }

  #arrive(store: StoreOnItsWay, step: number): void {
    const order = remembered(this.#memory, store.cell, (): StoreOnItsWay[] => []);
    store.order = order.length;
    store.arrives = step;
    order.push(store);
  }
}
