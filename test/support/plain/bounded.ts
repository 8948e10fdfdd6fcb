import { canProceed } from '../../../src/evidence/deadlock.js';
import { choices } from '../../../src/evidence/step-choices.js';
import type { InitialChoice, Step } from '../../../src/lang/run/execution.js';
import { edgeId } from '../../../src/lang/expr/ids.js';
import type { EdgeId, ThreadId } from '../../../src/lang/expr/ids.js';
import type { Edge, System } from '../../../src/lang/program/system.js';
import type { Bound } from '../../../src/memory/bound.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState, StepResult } from '../../../src/memory/machine.js';
import { ordersWrites } from '../../../src/memory/model-questions.js';
import { at } from '../../../src/support/invariant.js';
import { initialChoices } from './exhaustive.js';

/** What a system can do within a bound of its store buffers, in terms that its encodings for SC share. */
export interface Reachable {
  /** Main memory, then the user's locals, of each state in which no thread is inside atomic or locked. */
  readonly states: ReadonlySet<string>;
  /** Those in which all threads have ended and all buffers are empty. */
  readonly finals: ReadonlySet<string>;
  /** Names of the violated properties, but for `overflow`. */
  readonly violated: ReadonlySet<string>;
  /** Null: none was found, but of some state it is not known. */
  readonly deadlocks: boolean | null;
  /** `overflow `, then memory and locals as above, wherever a store finds the bound reached; the run ends there. */
  readonly overflows: ReadonlySet<string>;
  /** How many states of the machine were met. */
  readonly explored: number;
  /** For each violated property, deadlock and `overflow`, a shortest run of the machine that shows it. */
  readonly runs: ReadonlyMap<string, RunTo>;
}

export interface RunTo {
  readonly initial: InitialChoice;
  readonly steps: readonly Step[];
}

export interface ReachOptions {
  readonly maxStates: number;
  /** Whose variables are looked at: the first ones of the machine's system. Absent: all variables. */
  readonly original?: System;
  /** The property whose failed assert is an overflow; a run goes on after it all the same. Absent: `overflow`, and it ends. */
  readonly goesOnAfter?: string;
}

/**
 * Drives the machine through everything; null beyond `maxStates`. For the reference, give the system, its model and the
 * bound; for a system that a pass has written the buffers into, the SC model, no bound, and the `original`: a failed
 * assert of the property `overflow` is then the overflow. Both must give the same sets. A store overflows after its
 * index, value, bounds and range were checked and it has found room by the model, but before it is done.
 */
export function reachable(machine: Machine, bound: Bound | null, options: ReachOptions): Reachable | null {
  return new BoundedExploration(machine, bound, options).run();
}

/** How a state was first met. */
interface Met {
  readonly state: MachineState;
  readonly from: Met | null;
  readonly step: Step | null;
  readonly initial: InitialChoice;
}

class BoundedExploration {
  readonly #states = new Set<string>();
  readonly #finals = new Set<string>();
  readonly #overflows = new Set<string>();
  readonly #runs = new Map<string, RunTo>();
  readonly #seen = new Set<string>();
  readonly #queue: Met[] = [];
  readonly #overflowing: OverflowProbe | null;
  #undecided = false;

  constructor(
    private readonly machine: Machine,
    bound: Bound | null,
    private readonly options: ReachOptions,
  ) {
    this.#overflowing = bound === null ? null : new OverflowProbe(machine, bound);
  }

  run(): Reachable | null {
    for (const initial of initialChoices(this.machine))
      this.#add({ state: this.machine.initial(initial), from: null, step: null, initial });
    for (let i = 0; i < this.#queue.length; i++) {
      const met = at(this.#queue, i);
      if (this.#seen.size > this.options.maxStates) return null;
      this.#look(met);
      for (const step of choices(this.machine, met.state).steps) this.#take(met, step);
    }
    return {
      states: this.#states,
      finals: this.#finals,
      violated: new Set(
        [...this.#runs.keys()].filter((name) => name !== 'deadlock' && name !== overflowProperty),
      ),
      deadlocks: this.#runs.has('deadlock') || (this.#undecided ? null : false),
      overflows: this.#overflows,
      explored: this.#seen.size,
      runs: this.#runs,
    };
  }

  #add(met: Met): void {
    const key = stateKey(met.state);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(met);
  }

  #look(met: Met): void {
    const { machine } = this;
    const { state } = met;
    if (machine.atomicThread(state) !== null) return;
    const ended = machine.hasEnded(state);
    this.#states.add(this.#visible(state));
    if (ended) this.#finals.add(this.#visible(state));
    for (const property of machine.system.properties) {
      const applies = property.kind === 'invariant' || (property.kind === 'final' && ended);
      if (applies && 'formula' in property && !machine.holds(state, property.formula))
        this.#violates(property.name, met, null);
    }
    if (ended || this.#runs.has('deadlock')) return;
    const proceeds = canProceed(machine, state);
    if (proceeds === null) this.#undecided = true;
    if (proceeds === false) this.#violates('deadlock', met, null);
  }

  #take(met: Met, step: Step): void {
    const overflow = this.#overflowing?.find(met.state, step) ?? null;
    const result = overflow ?? this.machine.take(met.state, step);
    if (result.kind === 'blocked') return;
    const { goesOnAfter } = this.options;
    const overflows = overflow !== null || result.failed.includes(goesOnAfter ?? overflowProperty);
    for (const name of result.failed) this.#violates(name, met, step);
    if (result.kind === 'fault') return this.#violates(result.property, met, step);
    if (overflows) {
      this.#violates(overflowProperty, met, step);
      this.#overflows.add(`overflow ${this.#visible(result.state)}`);
    }
    if (!overflows || goesOnAfter !== undefined) this.#add({ ...met, state: result.state, from: met, step });
  }

  #violates(name: string, met: Met, last: Step | null): void {
    if (this.#runs.has(name)) return;
    const steps: Step[] = last === null ? [] : [last];
    for (let here: Met | null = met; here !== null; here = here.from)
      if (here.step !== null) steps.push(here.step);
    this.#runs.set(name, { initial: met.initial, steps: steps.reverse() });
  }

  #visible(state: MachineState): string {
    const { system, cells } = this.machine;
    const shown = this.options.original ?? system;
    const memory = cells.all().filter((cell) => cells.variable(cell).id < shown.shared.length);
    const locals = shown.locals.filter((v) => !v.temporary);
    const values = memory.map((cell) => at(state.memory, cell));
    return `${values.join(',')};${locals.map((v) => at(state.locals, v.id)).join(',')}`;
  }
}

const overflowProperty = 'overflow';

type Moved = Extract<StepResult, { kind: 'moved' }>;

/**
 * Finds the stores of a step that overflow. The machine knows no bounds; so for every store of every edge there is an edge
 * that ends with it, and if that can be taken and leaves too much in the buffer, the store overflows.
 */
class OverflowProbe {
  readonly #machine: Machine;
  /** By thread and edge, the edges that end with one of its stores, in order. */
  readonly #probes: readonly (readonly (readonly EdgeId[])[])[];

  constructor(
    machine: Machine,
    private readonly bound: Bound,
  ) {
    const threads = machine.system.threads.map((thread) => {
      const edges: Edge[] = [];
      const probes = thread.edges.map((edge) =>
        upToEachStore(edge).map((probe) => {
          const id = edgeId(edges.length);
          edges.push({ ...probe, id });
          return id;
        }),
      );
      return { automaton: { ...thread, edges }, probes };
    });
    this.#probes = threads.map((t) => t.probes);
    this.#machine = new Machine(
      { ...machine.system, threads: threads.map((t) => t.automaton) },
      machine.model,
    );
  }

  /** Where the step overflows: the state as it is before the store at fault, but for the buffers. */
  find(state: MachineState, step: Step): Moved | null {
    if (step.kind === 'flush') return null;
    for (const probe of at(at(this.#probes, step.thread), step.edge)) {
      const count = this.#machine.havocTypes(this.#machine.edge(step.thread, probe)).length;
      const result = this.#machine.take(state, { ...step, edge: probe, havoc: step.havoc.slice(0, count) });
      if (result.kind !== 'moved') return null;
      if (this.#exceeds(result.state, step.thread)) return result;
    }
    return null;
  }

  #exceeds(state: MachineState, thread: ThreadId): boolean {
    const { bound } = this;
    const { cells, model } = this.#machine;
    const writes = at(state.buffers, thread).flatMap((e) => (e.kind === 'write' ? [e.cell] : []));
    if ('all' in bound && ordersWrites(model)) return writes.length > bound.all;
    return cells.all().some((cell) => {
      const allowed = 'all' in bound ? bound.all : bound.perShared.get(cells.variable(cell).id);
      return writes.filter((c) => c === cell).length > (allowed ?? Infinity);
    });
  }
}

/** The edge as far as each of its stores. */
function upToEachStore(edge: Edge): readonly Edge[] {
  return edge.actions.flatMap((action, i) =>
    action.kind === 'store' ? [{ ...edge, actions: edge.actions.slice(0, i + 1) }] : [],
  );
}
