import { choices, valuesOf } from '../../../src/evidence/step-choices.js';
import { canProceed } from '../../../src/evidence/deadlock.js';
import { stateKey } from '../../../src/memory/machine.js';
import type { Machine, MachineState } from '../../../src/memory/machine.js';
import type { InitialChoice } from '../../../src/lang/run/execution.js';
import { cellId, localId } from '../../../src/lang/expr/ids.js';
import type { CellId, LocalId } from '../../../src/lang/expr/ids.js';
import { at } from '../../../src/support/invariant.js';

/** Everything that the plain semantics can do, found by trying every step from every state. */
export interface Everything {
  /** Final states as text: main memory, then the user's locals. */
  readonly finals: ReadonlySet<string>;
  /** Names of the properties that some execution violates. */
  readonly violated: ReadonlySet<string>;
  readonly deadlocks: boolean;
  readonly states: number;
}

/**
 * Drives the replayer's machine through all executions; null beyond `maxStates`. The reference for the engines: of
 * their code it shares initial values and the evaluation of expressions, nothing else, and it knows no reduction.
 */
export function exploreEverything(machine: Machine, maxStates: number): Everything | null {
  const finals = new Set<string>();
  const violated = new Set<string>();
  let deadlocks = false;
  const seen = new Set<string>();
  const queue: MachineState[] = [];
  const add = (state: MachineState): void => {
    const key = stateKey(state);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
  };

  for (const choice of initialChoices(machine)) add(machine.initial(choice));
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (seen.size > maxStates) return null;
    const outside = machine.atomicThread(state) === null;
    if (outside) checkState(machine, state, violated);
    if (machine.hasEnded(state)) {
      finals.add(finalKey(machine, state));
    } else if (outside && !deadlocks) {
      deadlocks = canProceed(machine, state) === false;
    }
    for (const step of choices(machine, state).steps) {
      const result = machine.take(state, step);
      if (result.kind === 'blocked') continue;
      for (const name of result.failed) violated.add(name);
      if (result.kind === 'fault') violated.add(result.property);
      else add(result.state);
    }
  }
  return { finals, violated, deadlocks, states: seen.size };
}

/** The states that are met first, at most so many. */
export function reachedStates(machine: Machine, most: number): readonly MachineState[] {
  const found = new Map<string, MachineState>();
  const add = (state: MachineState): void => {
    if (found.size < most) found.set(stateKey(state), state);
  };
  for (const choice of initialChoices(machine)) add(machine.initial(choice));
  // What is added on the way comes, too.
  for (const state of found.values()) {
    for (const step of choices(machine, state).steps) {
      const result = machine.take(state, step);
      if (result.kind === 'moved') add(result.state);
    }
  }
  return [...found.values()];
}

function checkState(machine: Machine, state: MachineState, violated: Set<string>): void {
  for (const property of machine.system.properties) {
    const applies = property.kind === 'invariant' || (property.kind === 'final' && machine.hasEnded(state));
    if (applies && 'formula' in property && !machine.holds(state, property.formula))
      violated.add(property.name);
  }
}

function finalKey(machine: Machine, state: MachineState): string {
  const locals = machine.system.locals.filter((v) => !v.temporary).map((v) => at(state.locals, v.id));
  return `${state.memory.join(',')};${locals.join(',')}`;
}

/** All values for what has no initialiser. */
export function initialChoices(machine: Machine): readonly InitialChoice[] {
  let all: { cells: Map<CellId, bigint>; locals: Map<LocalId, bigint> }[] = [
    { cells: new Map(), locals: new Map() },
  ];
  for (const cell of machine.cells.all()) {
    const { init, type } = machine.cells.variable(cell);
    if (init.kind !== 'any') continue;
    all = all.flatMap((c) =>
      valuesOf(type).map((v) => ({ ...c, cells: new Map([...c.cells, [cellId(cell), v]]) })),
    );
  }
  for (const variable of machine.system.locals) {
    if (variable.init.kind !== 'any') continue;
    all = all.flatMap((c) =>
      valuesOf(variable.type).map((v) => ({
        ...c,
        locals: new Map([...c.locals, [localId(variable.id), v]]),
      })),
    );
  }
  return all;
}
