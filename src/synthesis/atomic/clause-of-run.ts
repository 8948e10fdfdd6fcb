import { canMove } from '../../evidence/fair-cycle.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import type { System } from '../../lang/program/system.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import type { WriteSite } from '../../pass/write-sites.js';
import { at } from '../../support/invariant.js';
import { allBut } from '../clause.js';
import type { CandidateSet, CandidateClause } from '../clause.js';
import type { Observer } from './observer.js';
import { occurrencesOf, statesOf } from './occurrences.js';
import type { WriteOccurrence } from './occurrences.js';

/** A run that violates a property, of the system with the chosen writes atomic. */
export interface ChosenRun {
  readonly system: System;
  readonly execution: Execution;
  /** What is repeated for ever behind the execution; null: the run is finite. */
  readonly cycle: readonly Step[] | null;
  readonly chosen: CandidateSet;
}

/** The steps up to the end of the second round, and how many there are up to the end of the first. */
export function unrolled({ execution, cycle }: Pick<ChosenRun, 'execution' | 'cycle'>): {
  readonly steps: readonly Step[];
  readonly once: number;
} {
  const { steps } = execution;
  const round = cycle ?? [];
  return { steps: [...steps, ...round, ...round], once: steps.length + round.length };
}

/** What a run must have besides its last state. */
export interface RunDemands {
  /** Who looks at the states on the way, if anybody. */
  readonly observer: Observer | null;
  /** No thread that could always move never does. */
  readonly isWeaklyFair: boolean;
}

const lastState: RunDemands = { observer: null, isWeaklyFair: false };

/**
 * Which choices of writes exclude the run; docs/engines/synthesis.md proves it. Every other choice has a run through the
 * same states, but for some on the way of a transition that writes: there a write goes to memory at once that went through
 * the buffer and left it at once, or the other way round.
 */
export function clauseOfRun(
  run: ChosenRun,
  model: MemoryModel,
  sites: readonly WriteSite[],
  { observer, isWeaklyFair }: RunDemands = lastState,
): CandidateClause {
  const machine = new Machine(run.system, model);
  const { steps, once } = unrolled(run);
  const states = statesOf(machine, machine.initial(run.execution.initial), steps);
  const some = new Set<number>();
  const unless = new Set<number>();
  const occurrences = occurrencesOf(machine, steps, states);
  if (isWeaklyFair && run.cycle !== null && run.cycle.length > 0) {
    const from = run.execution.steps.length;
    const resting = restingThreads(machine, { steps, states, from, to: once }, occurrences);
    if (resting === null) return allBut(run.chosen, sites.length);
    const kept = sites.filter(({ id, thread }) => run.chosen.has(id) && resting.includes(thread));
    for (const { id } of kept) unless.add(id);
  }
  for (const occurrence of occurrences.filter((o) => o.from < once)) {
    const writes = sites.filter(({ transition }) => transition === occurrence.transition);
    const isHidden = observer === null || hides(occurrence, machine, steps, writes, observer);
    const clause = clauseOf(occurrence, writes, run.chosen, model, isHidden);
    for (const n of clause.some) some.add(n);
    for (const n of clause.unless) unless.add(n);
  }
  return { some: sorted(some), unless: sorted(unless) };
}

const sorted = (numbers: ReadonlySet<number>): readonly number[] => [...numbers].sort((a, b) => a - b);

/** Which of the writes must be as they are for the transition to be taken as it was. */
function clauseOf(
  occurrence: WriteOccurrence,
  writes: readonly WriteSite[],
  chosen: CandidateSet,
  model: MemoryModel,
  isHidden: boolean,
): CandidateClause {
  const atomic = writes.filter(({ id }) => chosen.has(id));
  const others = writes.filter(({ id }) => !chosen.has(id));
  if (atomic.length === 0 && !mayLock(occurrence, model)) return { some: others.map(idOf), unless: [] };
  if (!isHidden) return { some: others.map(idOf), unless: atomic.map(idOf) };
  const left = others.filter(({ variable }) => occurrence.waiting.has(variable));
  // Writes that stay in the buffer would go before those that are no longer atomic.
  return { some: left.map(idOf), unless: left.length === 0 ? [] : atomic.map(idOf) };
}

const idOf = ({ id }: WriteSite): number => id;

/** Whether the buffers are empty for which an atomic write waits. */
function mayLock({ thread, before }: WriteOccurrence, { lockedWaits }: MemoryModel): boolean {
  const watched = lockedWaits === 'all' ? before.buffers : [at(before.buffers, thread)];
  return watched.every((buffer) => buffer.length === 0);
}

/**
 * Whether the observer sees the same with and without the states between the transition and the last of its flushes. They
 * differ from the last one in what is written; if that is not looked at, they are the same. If there is one such state
 * only, it may also be the same as the one before.
 */
function hides(
  { before, after, from, to }: WriteOccurrence,
  machine: Machine,
  steps: readonly Step[],
  writes: readonly WriteSite[],
  observer: Observer,
): boolean {
  if (observer.countsSteps) return false;
  if (writes.every(({ variable }) => !observer.reads.has(variable))) return true;
  if (storesIn(machine, steps.slice(from, to), writes) > 1) return false;
  // What is no memory (channels, say) has changed already.
  const written = new Set(writes.map(({ variable }) => variable));
  const isBuffered = (cell: CellId): boolean => written.has(machine.cells.variable(cell).id);
  const memory = machine.cells.all().map((cell) => at(isBuffered(cell) ? before.memory : after.memory, cell));
  const between = { ...after, memory };
  const view = observer.view(machine, between);
  return view === observer.view(machine, before) || view === observer.view(machine, after);
}

/** How often the steps store to variables of these writes. */
function storesIn(machine: Machine, steps: readonly Step[], writes: readonly WriteSite[]): number {
  const variables = new Set(writes.map(({ variable }) => variable));
  const actions = steps.flatMap((step) =>
    step.kind === 'edge' ? machine.edge(step.thread, step.edge).actions : [],
  );
  return actions.filter((action) => action.kind === 'store' && variables.has(action.shared)).length;
}

/** A cycle: its steps, from this number on to that one, and the states before them. */
interface Round {
  readonly steps: readonly Step[];
  readonly states: readonly MachineState[];
  readonly from: number;
  readonly to: number;
}

/**
 * The threads that never move in a cycle that is weakly fair: each is unable to in some state. With more of their own
 * writes atomic they still are. Null: one of them is so in states only that other choices of writes may leave out.
 */
function restingThreads(
  machine: Machine,
  { steps, states, from, to }: Round,
  occurrences: readonly WriteOccurrence[],
): readonly ThreadId[] | null {
  // While somebody is inside a section nobody else can move: that is no proof.
  const isInside = (n: number): boolean =>
    machine.atomicThread(at(states, n)) !== null || occurrences.some((o) => o.from < n && n < o.to);
  const places = Array.from({ length: to - from }, (_, i) => from + i).filter((n) => !isInside(n));
  const resting = machine.system.threads
    .map(({ id }) => id)
    .filter((id) => !steps.slice(from, to).some((step) => step.kind === 'edge' && step.thread === id));
  // Not known to be unable counts as able.
  const rests = (id: ThreadId): boolean => places.some((n) => canMove(machine, at(states, n), id) === false);
  return resting.every(rests) ? resting : null;
}
