import { choices } from '../../../src/evidence/step-choices.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { initialChoices } from '../plain/exhaustive.js';
import type { ExhaustionLimits, OracleVerdict } from './oracle-verdict.js';
import { failed } from './traced-run.js';

/** A state of the machine, and for each thread how it failed. */
interface SearchedState {
  readonly state: MachineState;
  readonly failures: readonly (string | null)[];
}

interface FoundStates {
  readonly states: ReadonlySet<string>;
  /** Whether these are all within the limits. */
  readonly whole: boolean;
}

/**
 * Locations, locals and memory of the states in which all buffers are empty and no thread is in a block. A thread that fails stays where it failed, as at a location of its own, while the others go on; one that fails an
 * assert may also go on.
 */
function emptyBufferStates(machine: Machine, limits: ExhaustionLimits): FoundStates {
  const { most, mostWaiting = Infinity } = limits;
  let whole = true;
  const states = new Set<string>();
  const seen = new Set<string>();
  const stack: SearchedState[] = [];
  const add = (standing: SearchedState): void => {
    if (standing.state.buffers.some((buffer) => buffer.length > mostWaiting)) {
      whole = false;
      return;
    }
    const key = `${stateKey(standing.state)};${standing.failures.join(',')}`;
    if (seen.has(key)) return;
    seen.add(key);
    stack.push(standing);
  };
  for (const choice of initialChoices(machine))
    add({ state: machine.initial(choice), failures: machine.system.threads.map(() => null) });
  for (let standing = stack.pop(); standing !== undefined; standing = stack.pop()) {
    if (seen.size > most) return { states, whole: false };
    const { state } = standing;
    const isEmpty = state.buffers.every((buffer) => buffer.length === 0);
    if (isEmpty && machine.atomicThread(state) === null) states.add(visible(machine, standing));
    for (const next of successors(machine, standing)) add(next);
  }
  return { states, whole };
}

function successors(machine: Machine, { state, failures }: SearchedState): readonly SearchedState[] {
  const { steps, complete } = choices(machine, state);
  invariant(complete, 'a havoc has few values');
  return steps.flatMap((step): readonly SearchedState[] => {
    const result = machine.take(state, step);
    if (result.kind === 'blocked') return [];
    const where = step.kind === 'edge' ? `${step.edge}` : '';
    const stopped = (how: string, last: MachineState): SearchedState => ({
      state: failed(machine, last, step.thread),
      failures: failures.with(step.thread, `${how} ${where}`),
    });
    if (result.kind === 'fault') return [stopped(result.property, state)];
    const failing = result.failed.map((name) => stopped(name, result.state));
    return [...failing, { state: result.state, failures }];
  });
}

/** Temporaries that passes made are not the program's. */
function visible({ system, cells }: Machine, { state, failures }: SearchedState): string {
  const places = system.threads.map(({ id, name }) => {
    const failure = failures[id] ?? null;
    return `${name} at ${at(state.places, id)}${failure === null ? '' : ` (${failure})`}`;
  });
  const locals = system.locals
    .filter((v) => !v.temporary)
    .map((v) => `${at(system.threads, v.thread).name}.${v.name}=${at(state.locals, v.id)}`);
  const memory = cells.all().map((cell) => `${cells.nameOf(cell)}=${at(state.memory, cell)}`);
  return [...places, ...locals, ...memory].join(' ');
}

/** Whether the same states with empty buffers are reachable as under SC. */
export function robustByStates(system: System, model: MemoryModel, limits: ExhaustionLimits): OracleVerdict {
  const strong = emptyBufferStates(new Machine(system, sc), limits);
  if (!strong.whole) return { kind: 'too-much' };
  const weak = emptyBufferStates(new Machine(system, model), limits);
  invariant(
    !weak.whole || [...strong.states].every((state) => weak.states.has(state)),
    'what is reachable under SC is reachable under a weaker model',
  );
  const extra = [...weak.states].find((state) => !strong.states.has(state));
  if (extra !== undefined) return { kind: 'not-robust', why: extra };
  return { kind: weak.whole ? 'robust' : 'too-much' };
}
