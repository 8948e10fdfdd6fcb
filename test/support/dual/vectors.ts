import { classicalTso } from './classical-tso.js';
import { initialConfigurations, kindsOfProcesses, successors } from './configurations.js';
import type { Configuration } from './configurations.js';
import type { CellValue, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import { withoutStoreFences } from '../../../src/engines/dual/deferred-stores.js';
import type { Unfolding } from '../../../src/engines/dual/unfolding.js';
import { choices } from '../../../src/evidence/step-choices.js';
import type { LocalId, LocationId, ThreadId } from '../../../src/lang/expr/ids.js';
import type { System } from '../../../src/lang/program/system.js';
import { liveLocals } from '../../../src/lang/program/liveness.js';
import { stateKey } from '../../../src/memory/machine.js';
import type { Machine, MachineState } from '../../../src/memory/machine.js';
import { at } from '../../../src/support/invariant.js';
import { initialChoices } from '../plain/exhaustive.js';

/** What a system can do, as far as the automata of its threads are to keep it. */
export interface Vectors {
  /** For each thread its location and the locals that matter, wherever no thread is in the middle of a move. */
  readonly states: ReadonlySet<string>;
  /** Those with main memory in which all buffers are empty. */
  readonly settled: ReadonlySet<string>;
  readonly violated: ReadonlySet<string>;
}

export interface VectorOptions {
  /** Locals that matter everywhere. */
  readonly mentioned: ReadonlySet<LocalId>;
  readonly maxStates: number;
  /** Buffers with more entries are not looked at. */
  readonly bound: number;
}

type ShownLocals = (location: LocationId, thread: ThreadId) => readonly LocalId[];

function shownIn(system: System, mentioned: ReadonlySet<LocalId>): ShownLocals {
  const live = system.threads.map(liveLocals);
  return (location, thread) => {
    const here = at(at(live, thread), location);
    return system.locals.flatMap((v) =>
      v.thread === thread && (here.has(v.id) || mentioned.has(v.id)) ? [v.id] : [],
    );
  };
}

/** Drives the reference semantics through everything; null beyond `maxStates`. */
export function machineVectors(machine: Machine, options: VectorOptions): Vectors | null {
  const { system, cells } = machine;
  const shown = shownIn(system, options.mentioned);
  const [states, settled, violated] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  const queue: MachineState[] = [];
  const add = (state: MachineState): void => {
    const key = stateKey(state);
    if (seen.has(key) || state.buffers.some((b) => b.length > options.bound)) return;
    seen.add(key);
    queue.push(state);
  };
  for (const choice of initialChoices(machine)) add(machine.initial(choice));
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (seen.size > options.maxStates) return null;
    if (machine.atomicThread(state) === null) {
      const { places, locals, memory, buffers } = state;
      const vector = system.threads
        .map(({ id }) => {
          const place = at(places, id);
          return `${place}(${shown(place, id)
            .map((v) => at(locals, v))
            .join()})`;
        })
        .join(' ');
      states.add(vector);
      for (const property of system.properties) {
        const applies =
          property.kind === 'invariant' || (property.kind === 'final' && machine.hasEnded(state));
        if (applies && !machine.holds(state, property.formula)) violated.add(property.name);
      }
      if (buffers.every((b) => b.length === 0))
        settled.add(
          `${vector} | ${cells
            .all()
            .map((cell) => at(memory, cell))
            .join()}`,
        );
    }
    for (const step of choices(machine, state).steps) {
      const result = machine.take(state, step);
      if (result.kind === 'blocked') continue;
      for (const name of result.failed) violated.add(name);
      if (result.kind === 'fault') violated.add(result.property);
      else add(result.state);
    }
  }
  return { states, settled, violated };
}

/** Drives the automata through everything, with store buffers; null beyond `maxStates`. */
export function dualVectors(
  { program: unfolded, kinds }: Unfolding,
  targets: ReadonlyMap<string, readonly GlobalTarget[]>,
  options: VectorOptions,
): Vectors | null {
  const [states, settled, violated] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const program = withoutStoreFences(unfolded);
  const processes = kindsOfProcesses(
    program,
    kinds.map((k) => k.threads.length),
  );
  const threads = kinds.flatMap((k) => k.threads);
  const order = threads.map((_, t) => threads.findIndex((id) => id === t));
  const visit = (configuration: Configuration<CellValue>): void => {
    const origins = configuration.processes.map((p, i) => at(at(kinds, at(processes, i)).states, p.state));
    for (const [name, alternatives] of targets)
      if (!violated.has(name) && alternatives.some((t) => isIn(configuration, processes, t)))
        violated.add(name);
    if (!origins.every((o) => o.kind === 'place')) return;
    const vector = order
      .map((p) => {
        const origin = at(origins, p);
        return origin.kind === 'place' ? `${origin.location}(${[...origin.locals.values()].join()})` : '';
      })
      .join(' ');
    states.add(vector);
    if (configuration.processes.every((p) => p.buffer.length === 0)) {
      const memory = configuration.memory.map((v, cell) => at(at(program.cells, cell).values, v));
      settled.add(`${vector} | ${memory.join()}`);
    }
  };
  const semantics = classicalTso(program);
  const seen = new Set<string>();
  const queue: Configuration<CellValue>[] = [];
  const add = (configuration: Configuration<CellValue>): void => {
    const key = JSON.stringify(configuration);
    if (seen.has(key) || configuration.processes.some((p) => p.buffer.length > options.bound)) return;
    seen.add(key);
    queue.push(configuration);
  };
  initialConfigurations(program, processes).forEach(add);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.size > options.maxStates) return null;
    visit(next);
    for (const { configuration } of successors(semantics, processes, next)) add(configuration);
  }
  return { states, settled, violated };
}

/** Whether the configuration, with its buffers drained if memory is asked for, is one of the target. */
function isIn(
  { processes, memory }: Configuration<CellValue>,
  kinds: readonly number[],
  target: GlobalTarget,
): boolean {
  const holds = target.memory.every(
    ({ cell, value }) => at(memory, cell) === value && processes.every((p) => p.buffer.length === 0),
  );
  return (
    holds &&
    canPlace(
      target.processes,
      processes.map((p, i) => ({ state: p.state, kind: at(kinds, i) })),
    )
  );
}

/** Whether different processes can be found for all that are wanted. */
function canPlace(
  wanted: GlobalTarget['processes'],
  processes: readonly { readonly state: number; readonly kind: number }[],
): boolean {
  const [first, ...others] = wanted;
  if (first === undefined) return true;
  return processes.some(
    (p, i) =>
      p.kind === first.kind && first.states.includes(p.state) && canPlace(others, processes.toSpliced(i, 1)),
  );
}
