import type { Execution } from '../../ir/execution.js';
import type { System } from '../../ir/system.js';
import { Machine } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import type { WriteSite } from '../../pass/write-sites.js';
import { at } from '../../support/check.js';
import type { Choice, Clause } from '../clause.js';
import { occurrencesOf, statesOf } from './occurrences.js';
import type { Occurrence } from './occurrences.js';

/** A run that violates a property, of the system with the chosen writes atomic. */
export interface ChosenRun {
  readonly system: System;
  readonly execution: Execution;
  readonly chosen: Choice;
}

/**
 * Which choices of writes exclude the run; docs/engines/synthesis.md proves it. Every other choice has a run through the
 * same states, but for some on the way of a transition that writes: there a write goes to memory at once that went through
 * the buffer and left it at once, or the other way round.
 */
export function clauseOfRun(run: ChosenRun, model: MemoryModel, sites: readonly WriteSite[]): Clause {
  const machine = new Machine(run.system, model);
  const { initial, steps } = run.execution;
  const states = statesOf(machine, machine.initial(initial), steps);
  const some = new Set<number>();
  const unless = new Set<number>();
  for (const occurrence of occurrencesOf(machine, steps, states)) {
    const writes = sites.filter(({ transition }) => transition === occurrence.transition);
    const clause = clauseOf(occurrence, writes, run.chosen, model);
    for (const n of clause.some) some.add(n);
    for (const n of clause.unless) unless.add(n);
  }
  return { some: sorted(some), unless: sorted(unless) };
}

const sorted = (numbers: ReadonlySet<number>): readonly number[] => [...numbers].sort((a, b) => a - b);

/** Which of the writes must be as they are for the transition to be taken as it was. */
function clauseOf(
  occurrence: Occurrence,
  writes: readonly WriteSite[],
  chosen: Choice,
  model: MemoryModel,
): Clause {
  const atomic = writes.filter(({ id }) => chosen.has(id));
  const others = writes.filter(({ id }) => !chosen.has(id));
  if (atomic.length === 0 && !mayLock(occurrence, model)) return { some: others.map(idOf), unless: [] };
  const left = others.filter(({ variable }) => occurrence.waiting.has(variable));
  // Writes that stay in the buffer would go before those that are no longer atomic.
  return { some: left.map(idOf), unless: left.length === 0 ? [] : atomic.map(idOf) };
}

const idOf = ({ id }: WriteSite): number => id;

/** Whether the buffers are empty for which an atomic write waits. */
function mayLock({ thread, before }: Occurrence, { lockedWaits }: MemoryModel): boolean {
  const watched = lockedWaits === 'all' ? before.buffers : [at(before.buffers, thread)];
  return watched.every((buffer) => buffer.length === 0);
}
