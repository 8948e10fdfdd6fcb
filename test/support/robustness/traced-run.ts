import type { InitialChoice, Step } from '../../../src/lang/run/execution.js';
import type { ThreadId } from '../../../src/lang/expr/ids.js';
import type { Machine, MachineState, StepResult } from '../../../src/memory/machine.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { recordAccesses } from './step-accesses.js';
import type { RecordedStep, LoadEvent, StoreEvent } from './step-accesses.js';

/**
 * A run of the machine with its trace so far (Bouajjani, Derevenetc, Meyer, ESOP 2013, section 2): what each thread did, in
 * its order; for each cell, its stores in the order in which they were flushed; for each load, the store that it got its value
 * from, be that store still in the thread's own buffer or not.
 *
 * The nodes of the trace are sections: a step, or all steps of one `atomic` or `locked` block, because a run under SC does these
 * without a break.
 *
 * A thread that divides by zero, leaves an array or a range has failed and stays where it is, as at a location of its own; the
 * others go on. The step that fails belongs to the trace, with its loads.
 */
export interface TracedRun {
  readonly start: string;
  readonly state: MachineState;
  /** For each thread, its steps: the edge, the values of havoc, the sources of the loads. */
  readonly steps: readonly (readonly string[])[];
  /** For each thread, how many nodes it has so far. */
  readonly nodes: readonly number[];
  /** For each cell, its stores in memory, oldest first. */
  readonly orders: readonly (readonly StoreEvent[])[];
  /** For each thread, its stores that wait, oldest first. */
  readonly waiting: readonly (readonly StoreEvent[])[];
  readonly loads: readonly LoadEvent[];
  /** For each thread, how it failed, if it did. */
  readonly failures: readonly (string | null)[];
}

export function startOf(machine: Machine, choice: InitialChoice): TracedRun {
  const state = machine.initial(choice);
  const { threads } = machine.system;
  return {
    start: `${state.memory.join(',')};${state.locals.join(',')}`,
    state,
    steps: threads.map(() => []),
    nodes: threads.map(() => 0),
    orders: machine.cells.all().map(() => []),
    waiting: threads.map(() => []),
    loads: [],
    failures: threads.map(() => null),
  };
}

/** Runs with the same trace are in the same state and have the same continuations: this says which trace it is. */
export function traceOf({ start, steps, orders }: TracedRun): string {
  const done = steps.map((of) => of.join(' ')).join(' | ');
  return `${start} | ${done} | ${orders.map((stores) => stores.map(({ name }) => name).join(' ')).join(' | ')}`;
}

/**
 * Whether the trace counts: all stores have reached memory and no block is half done. In the paper computations end with empty
 * buffers; any run gets there by flushing alone, and what comes after only adds to a trace. A block that cannot
 * be finished is not taken.
 */
export const isComplete = (machine: Machine, { state }: TracedRun): boolean =>
  state.buffers.every((buffer) => buffer.length === 0) && machine.atomicThread(state) === null;

/** The run with one more step; null if that cannot be taken. */
export function extended(machine: Machine, run: TracedRun, step: Step): TracedRun | null {
  const result = machine.take(run.state, step);
  if (result.kind === 'blocked') return null;
  if (step.kind === 'flush') {
    invariant(result.kind === 'moved', 'a flush does not fail');
    return withFlush(run, step, result.state);
  }
  const { thread } = step;
  const isInside = machine.place(run.state, thread).atomic;
  const nodes = isInside ? run.nodes : run.nodes.with(thread, at(run.nodes, thread) + 1);
  const before = at(run.steps, thread);
  const here: RecordedStep = {
    node: `${thread}:${at(nodes, thread) - 1}`,
    stepName: `${thread}.${before.length}`,
    locals: [...run.state.locals],
    memory: [...run.state.memory],
    newest: run.orders.map((stores) => stores.at(-1) ?? null),
    waiting: [...at(run.waiting, thread)],
    ...{ loads: [], stored: [], issued: 0 },
  };
  recordAccesses(machine, machine.edge(thread, step.edge), step.havoc, here);
  const sources = here.loads.map(({ source }) => source?.name ?? '-').join(',');
  const told = `${step.edge}(${step.havoc.join(',')})[${sources}]`;
  return {
    start: run.start,
    state: stateAfter(machine, run, thread, result, here),
    steps: run.steps.with(thread, [...before, told]),
    nodes,
    orders: run.orders.map((stores, cell) => [...stores, ...here.stored.filter((s) => s.cell === cell)]),
    waiting: run.waiting.with(thread, here.waiting),
    loads: [...run.loads, ...here.loads],
    failures: result.kind === 'fault' ? run.failures.with(thread, result.property) : run.failures,
  };
}

function withFlush(
  run: TracedRun,
  { thread, cell }: Extract<Step, { kind: 'flush' }>,
  state: MachineState,
): TracedRun {
  const waiting = at(run.waiting, thread);
  const place = waiting.findIndex((store) => store.cell === cell);
  const store = at(waiting, place);
  invariant(at(state.memory, cell) === store.value, 'what is flushed is the oldest store to the cell');
  return {
    ...run,
    state,
    orders: run.orders.with(cell, [...at(run.orders, cell), store]),
    waiting: run.waiting.with(thread, waiting.toSpliced(place, 1)),
  };
}

function stateAfter(
  machine: Machine,
  { state }: TracedRun,
  thread: ThreadId,
  result: Exclude<StepResult, { kind: 'blocked' }>,
  here: RecordedStep,
): MachineState {
  if (result.kind === 'fault') {
    invariant(here.stored.length + here.issued === 0, 'a step that fails has stored nothing');
    return failed(machine, state, thread);
  }
  const agrees =
    result.state.memory.every((value, cell) => value === here.memory[cell]) &&
    result.state.locals.every((value, id) => value === here.locals[id]);
  invariant(agrees, 'the machine and the trace do the same');
  return result.state;
}

/** The thread takes no more steps and is in no block; its stores can still be flushed. */
export const failed = (machine: Machine, state: MachineState, thread: ThreadId): MachineState => ({
  ...state,
  places: state.places.with(thread, machine.thread(thread).end),
});
