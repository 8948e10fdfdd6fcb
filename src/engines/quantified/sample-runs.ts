import type { Expr } from '../../lang/expr/expr.js';
import { partsOf } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { firstValues, fits } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { expressionsRead } from '../../lang/program/actions.js';
import type { Property } from '../../lang/program/program.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { Execution, InitialChoice, Step } from '../../lang/run/execution.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { countedEntries } from './buffer-room.js';
import { at } from '../../support/invariant.js';

/** States that runs of a number of threads come to, the nearest ones first. */
export interface SampledStates {
  /** Those in which no thread is inside of a section. */
  readonly states: readonly MachineState[];
  readonly transitions: number;
  /** Runs that violate properties, by their names. */
  readonly violations: ReadonlyMap<string, Execution>;
  /** Some run ends at a fault. */
  readonly faults: boolean;
  /** Some run has more writes waiting than there may be. */
  readonly overflows: boolean;
  /** No run comes to any other state. */
  readonly isAll: boolean;
}

interface Visited {
  readonly state: MachineState;
  readonly initial: InitialChoice;
  readonly before: Visited | null;
  readonly step: Step | null;
}

export interface SampleWish {
  readonly system: System;
  readonly model: MemoryModel;
  readonly properties: readonly Property[];
  /** Threads that may change places, as the numbers of their kinds. */
  readonly kindOf: readonly number[];
  readonly room: number;
  readonly most: number;
}

/** Values that are tried for what may be anything, at most. */
const mostTried = 4;
const mostBeginnings = 16;

/** Goes through states breadth first, one of those that differ in the numbers of like threads only. */
export async function sampleRuns(wish: SampleWish, pause: () => Promise<void>): Promise<SampledStates> {
  return new Sampling(wish, pause).all();
}

class Sampling {
  readonly #machine: Machine;
  readonly #tried: readonly bigint[];
  readonly #seen = new Set<string>();
  readonly #open: Visited[] = [];
  readonly #states: MachineState[] = [];
  readonly #violations = new Map<string, Execution>();
  #faults = false;
  #overflows = false;
  #transitions = 0;

  constructor(
    private readonly wish: SampleWish,
    private readonly pause: () => Promise<void>,
  ) {
    this.#machine = new Machine(wish.system, wish.model);
    this.#tried = constantsOf(wish.system);
  }

  async all(): Promise<SampledStates> {
    for (const initial of this.#beginnings())
      this.#meet({ state: this.#machine.initial(initial), initial, before: null, step: null });
    let next = 0;
    for (; next < this.#open.length && this.#states.length < this.wish.most; next++) {
      await this.pause();
      this.#leave(at(this.#open, next));
    }
    return {
      states: this.#states,
      transitions: this.#transitions,
      violations: this.#violations,
      faults: this.#faults,
      overflows: this.#overflows,
      isAll: next === this.#open.length,
    };
  }

  #meet(visited: Visited): void {
    const { state } = visited;
    const key = this.#key(state);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#open.push(visited);
    if (this.#machine.atomicThread(state) !== null) return;
    this.#states.push(state);
    for (const property of this.wish.properties)
      if (property.kind === 'invariant' && !this.#machine.holds(state, property.formula))
        this.#violated(property.name, visited);
  }

  #leave(from: Visited): void {
    for (const candidate of this.#machine.candidates(from.state)) {
      const { thread } = candidate;
      if ('flush' in candidate) this.#take(from, { kind: 'flush', thread, cell: candidate.flush });
      else
        for (const havoc of this.#havocs(candidate.edge))
          this.#take(from, { kind: 'edge', thread, edge: candidate.edge.id, havoc });
    }
  }

  #take(from: Visited, step: Step): void {
    const result = this.#machine.take(from.state, step);
    if (result.kind === 'blocked') return;
    this.#transitions++;
    const state = result.kind === 'moved' ? result.state : from.state;
    const visited = { state, initial: from.initial, before: from, step };
    for (const name of result.failed) this.#violated(name, visited);
    if (result.kind === 'fault') {
      this.#faults = true;
      this.#violated(result.property, visited);
    } else if (this.#isTooFull(state, step.thread)) this.#overflows = true;
    else this.#meet(visited);
  }

  #isTooFull({ buffers }: MachineState, thread: ThreadId): boolean {
    const { model, room } = this.wish;
    return countedEntries(model, at(buffers, thread)) > room;
  }

  #violated(name: string, { initial, before, step }: Visited): void {
    if (this.#violations.has(name) || !this.wish.properties.some((p) => p.name === name)) return;
    const steps = step === null ? [] : [step];
    for (let here = before; here !== null; here = here.before) if (here.step !== null) steps.push(here.step);
    this.#violations.set(name, { initial, steps: steps.toReversed() });
  }

  /** The same for states that differ in the order of like threads. */
  #key({ places, memory, locals, buffers }: MachineState): string {
    const { system, kindOf } = this.wish;
    const own = system.threads.map(() => '');
    for (const [i, { thread }] of system.locals.entries()) own[thread] += `${at(locals, i)},`;
    const threads = system.threads.map(({ id }) => {
      const waiting = at(buffers, id).map((e) => (e.kind === 'marker' ? '|' : `${e.cell}=${e.value}`));
      return `${at(kindOf, id)}:${at(places, id)};${at(own, id)};${waiting.join()}`;
    });
    return `${memory.join()}/${threads.toSorted().join('/')}`;
  }

  #beginnings(): readonly InitialChoice[] {
    const { system } = this.wish;
    const { cells } = this.#machine;
    let choices: readonly InitialChoice[] = [{ cells: new Map(), locals: new Map() }];
    const split = (type: Type, put: (choice: InitialChoice, value: bigint) => InitialChoice): void => {
      const values = this.#values(type);
      if (choices.length * values.length > mostBeginnings) return;
      choices = choices.flatMap((choice) => values.map((value) => put(choice, value)));
    };
    for (const cell of cells.all()) {
      const { type, init } = cells.variable(cell);
      if (init.kind === 'any')
        split(type, (choice, value) => ({ ...choice, cells: new Map([...choice.cells, [cell, value]]) }));
    }
    for (const [i, { type, init }] of system.locals.entries())
      if (init.kind === 'any')
        split(type, (choice, value) => ({
          ...choice,
          locals: new Map([...choice.locals, [localId(i), value]]),
        }));
    return choices;
  }

  #havocs(edge: Edge): readonly (readonly bigint[])[] {
    return this.#machine
      .havocTypes(edge)
      .reduce<readonly (readonly bigint[])[]>(
        (found, type) =>
          found.flatMap((values) => this.#values(type).map((value) => [...values, value])).slice(0, 64),
        [[]],
      );
  }

  #values(type: Type): readonly bigint[] {
    if (type.kind === 'bool') return [0n, 1n];
    const wanted = [...firstValues(type, 2), ...this.#tried.filter((value) => fits(type, value))];
    return [...new Set(wanted)].slice(0, mostTried);
  }
}

/** Numbers that the program speaks of. */
export function constantsOf({ threads }: System): readonly bigint[] {
  const found = new Set<bigint>();
  const keep = (expr: Expr): void => {
    for (const part of partsOf(expr)) if (part.kind === 'int') found.add(part.value);
  };
  for (const { edges } of threads)
    for (const { actions } of edges) for (const action of actions) expressionsRead(action).forEach(keep);
  return [...found].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
