import { choices } from '../../../src/evidence/step-choices.js';
import { initialChoices } from '../plain/exhaustive.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { failed } from './traced-run.js';

/** A state of the machine, and for each thread how it failed. */
interface Standing {
  readonly state: MachineState;
  readonly failures: readonly (string | null)[];
}

/**
 * Locations, locals and memory of the states in which all buffers are empty and no thread is in a block; null beyond `most` states
 * of the machine. A thread that fails stays where it failed, as at a location of its own, while the others go on; one that fails an
 * assert may also go on.
 */
export function emptyBufferStates(machine: Machine, most: number): ReadonlySet<string> | null {
  const found = new Set<string>();
  const seen = new Set<string>();
  const stack: Standing[] = [];
  const add = (standing: Standing): void => {
    const key = `${stateKey(standing.state)};${standing.failures.join(',')}`;
    if (seen.has(key)) return;
    seen.add(key);
    stack.push(standing);
  };
  for (const choice of initialChoices(machine))
    add({ state: machine.initial(choice), failures: machine.system.threads.map(() => null) });
  for (let standing = stack.pop(); standing !== undefined; standing = stack.pop()) {
    if (seen.size > most) return null;
    const { state } = standing;
    const isEmpty = state.buffers.every((buffer) => buffer.length === 0);
    if (isEmpty && machine.atomicThread(state) === null) found.add(visible(machine, standing));
    for (const next of successors(machine, standing)) add(next);
  }
  return found;
}

function successors(machine: Machine, { state, failures }: Standing): readonly Standing[] {
  const { steps, complete } = choices(machine, state);
  invariant(complete, 'a havoc has few values');
  return steps.flatMap((step): readonly Standing[] => {
    const result = machine.take(state, step);
    if (result.kind === 'blocked') return [];
    const where = step.kind === 'edge' ? `${step.edge}` : '';
    const stopped = (how: string, last: MachineState): Standing => ({
      state: failed(machine, last, step.thread),
      failures: failures.with(step.thread, `${how} ${where}`),
    });
    if (result.kind === 'fault') return [stopped(result.property, state)];
    const failing = result.failed.map((name) => stopped(name, result.state));
    return [...failing, { state: result.state, failures }];
  });
}

function visible(machine: Machine, { state, failures }: Standing): string {
  const locals = machine.system.locals.filter((v) => !v.temporary).map((v) => at(state.locals, v.id));
  return `${state.places.join(',')};${failures.join(',')};${locals.join(',')};${state.memory.join(',')}`;
}

/** Whether the same states with empty buffers are reachable as under SC; null where that takes more than `most` states. */
export function isStateRobust(system: System, model: MemoryModel, most: number): boolean | null {
  const strong = emptyBufferStates(new Machine(system, sc), most);
  const weak = emptyBufferStates(new Machine(system, model), most);
  if (strong === null || weak === null) return null;
  invariant(
    [...strong].every((state) => weak.has(state)),
    'what is reachable under SC is reachable under a weaker model',
  );
  return weak.size === strong.size;
}
