import { bool, conjunction, int } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { substitution } from '../../../src/lang/expr/substitute.js';
import { localId } from '../../../src/lang/expr/ids.js';
import type { ThreadId } from '../../../src/lang/expr/ids.js';
import { stateKey } from '../../../src/memory/machine.js';
import type { Machine, MachineState } from '../../../src/memory/machine.js';
import type { StoreBuffer } from '../../../src/memory/semantics.js';
import { valuesOf } from '../../../src/evidence/step-choices.js';
import type { Edge } from '../../../src/lang/program/system.js';
import { MachineSteps } from '../../../src/symbolic/machine-steps.js';
import type { SymbolicWay } from '../../../src/symbolic/machine-steps.js';
import { SymbolicState } from '../../../src/symbolic/symbolic-state.js';
import { at } from '../../../src/support/invariant.js';
import { reachedStates } from '../plain/exhaustive.js';

export type StepsUnderTest = (
  state: SymbolicState,
  machine: Machine,
) => Pick<MachineSteps, 'along' | 'flushes' | 'complete'>;

export const trueSteps: StepsUnderTest = (state, { model }) =>
  new MachineSteps(state, model, null, () => undefined);

/** Where the formulas of steps say something else than the plain machine does, from the states that it comes to first. */
export function compareMachineSteps(
  machine: Machine,
  mostStates: number,
  make: StepsUnderTest = trueSteps,
): { readonly complaints: readonly string[]; readonly compared: number } {
  const state = new SymbolicState(machine.system);
  const steps = make(state, machine);
  const complaints: string[] = [];
  let compared = 0;
  const compare = (what: string, expected: ReadonlySet<string>, found: ReadonlySet<string>): void => {
    compared++;
    if ([...expected].toSorted().join() !== [...found].toSorted().join())
      complaints.push(
        `${what}: ${[...expected].join(' or ')} of the machine, ${[...found].join(' or ')} of formulas`,
      );
  };
  for (const from of reachedStates(machine, mostStates)) {
    const valuation = new StateValuation(state, from);
    const inside = machine.atomicThread(from);
    for (const { id, name } of machine.system.threads) {
      if (inside !== null && inside !== id) continue;
      const stand = { thread: id, place: at(from.places, id), waiting: valuation.waiting(id) };
      const flushed = steps.flushes(stand).flatMap((way) => valuation.after(id, way));
      compare(`flushes of ${name}`, flushesOf(machine, from, id), new Set(flushed));
      for (const edge of machine.thread(id).edges.filter((e) => e.from === stand.place)) {
        const along = steps.along(stand, edge).flatMap((way) => valuation.after(id, way));
        compare(`edge ${edge.id} of ${name}`, alongEdge(machine, from, id, edge), new Set(along));
        if (inside !== null) continue;
        const complete = steps.complete(stand, edge).flatMap((way) => valuation.after(id, way));
        compare(`all of edge ${edge.id} of ${name}`, allAlong(machine, from, id, edge), new Set(complete));
      }
    }
  }
  return { complaints, compared };
}

function flushesOf(machine: Machine, from: MachineState, thread: ThreadId): ReadonlySet<string> {
  const results = machine.candidates(from).flatMap((candidate) => {
    if (candidate.thread !== thread || !('flush' in candidate)) return [];
    const result = machine.take(from, { kind: 'flush', thread, cell: candidate.flush });
    return result.kind === 'moved' ? [stateKey(result.state)] : [];
  });
  return new Set(results);
}

interface EdgeResults {
  readonly moved: readonly MachineState[];
  readonly violated: readonly string[];
}

function resultsAlong(machine: Machine, from: MachineState, thread: ThreadId, edge: Edge): EdgeResults {
  const choices = machine
    .havocTypes(edge)
    .reduce<readonly (readonly bigint[])[]>(
      (found, type) => found.flatMap((chosen) => valuesOf(type).map((value) => [...chosen, value])),
      [[]],
    );
  const results = choices.map((havoc) => machine.take(from, { kind: 'edge', thread, edge: edge.id, havoc }));
  return {
    moved: results.flatMap((result) => (result.kind === 'moved' ? [result.state] : [])),
    violated: results.flatMap((result) => {
      if (result.kind === 'blocked') return [];
      return result.kind === 'fault' ? [...result.failed, result.property] : result.failed;
    }),
  };
}

function alongEdge(machine: Machine, from: MachineState, thread: ThreadId, edge: Edge): ReadonlySet<string> {
  const { moved, violated } = resultsAlong(machine, from, thread, edge);
  return new Set([...moved.map(stateKey), ...violated.map((name) => `violates ${name}`)]);
}

/** Of a section its ends, and what is violated in it. */
function allAlong(machine: Machine, from: MachineState, thread: ThreadId, edge: Edge): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Map<string, MachineState>();
  const take = ({ moved, violated }: EdgeResults): void => {
    for (const name of violated) found.add(`violates ${name}`);
    for (const state of moved)
      if (machine.place(state, thread).atomic) seen.set(stateKey(state), state);
      else found.add(stateKey(state));
  };
  take(resultsAlong(machine, from, thread, edge));
  // What is added on the way comes, too.
  for (const state of seen.values()) {
    for (const candidate of machine.candidates(state)) {
      if (!('flush' in candidate)) take(resultsAlong(machine, state, thread, candidate.edge));
      else {
        const result = machine.take(state, { kind: 'flush', thread, cell: candidate.flush });
        if (result.kind === 'moved') seen.set(stateKey(result.state), result.state);
      }
    }
  }
  return found;
}

/** A state of the machine as values of the variables of formulas. */
class StateValuation {
  readonly #values = new Map<Expr, Expr>();

  constructor(
    private readonly state: SymbolicState,
    private readonly from: MachineState,
  ) {
    for (const cell of state.cells.all()) this.#set(state.cell(cell), at(from.memory, cell));
    for (const [i, value] of from.locals.entries()) this.#set(state.local(localId(i)), value);
    for (const { id } of state.system.threads) {
      this.#set(state.place(id), BigInt(at(from.places, id)));
      this.#set(state.waiting(id), BigInt(this.waiting(id)));
      for (const [i, entry] of at(from.buffers, id).entries())
        if (entry.kind === 'write') this.#set(state.slot(id, i, entry.cell), entry.value);
    }
  }

  waiting(thread: ThreadId): number {
    return this.state.shapeNumber(
      at(this.from.buffers, thread).map((entry, i) =>
        entry.kind === 'marker' ? entry : { ...entry, value: BigInt(i) },
      ),
    );
  }

  /** What comes of a way from here, for each choice, where it can be taken. */
  after(thread: ThreadId, { guard, written, chosen, outcome }: SymbolicWay): readonly string[] {
    const choices = chosen.reduce<readonly ReadonlyMap<Expr, Expr>[]>(
      (found, input) =>
        found.flatMap((values) =>
          valuesOf(this.state.typeOf(input)).map(
            (value) => new Map([...values, [input, this.#constant(input, value)]]),
          ),
        ),
      [this.#values],
    );
    return choices.flatMap((values) => {
      const known = substitution(values);
      const holds = known(conjunction([guard]));
      if (holds.kind !== 'bool') throw new Error('a guard speaks of what is no variable of the state');
      if (!holds.value) return [];
      if (outcome.kind === 'violates') return [`violates ${outcome.property}`];
      if (outcome.kind === 'overflows') return ['overflows'];
      const value = (variable: Expr): bigint => numberOf(known(written.get(variable) ?? variable));
      const shape = this.state.shape(outcome.waiting);
      const buffer: StoreBuffer = shape.map((entry, i) =>
        entry.kind === 'marker' ? entry : { ...entry, value: value(this.state.slot(thread, i, entry.cell)) },
      );
      return [
        stateKey({
          places: this.from.places.with(thread, outcome.place),
          memory: this.from.memory.map((_, i) => value(this.state.cell(at(this.state.cells.all(), i)))),
          locals: this.from.locals.map((_, i) => value(this.state.local(localId(i)))),
          buffers: this.from.buffers.with(thread, buffer),
        }),
      ];
    });
  }

  #set(variable: Expr, value: bigint): void {
    this.#values.set(variable, this.#constant(variable, value));
  }

  #constant(variable: Expr, value: bigint): Expr {
    return this.state.typeOf(variable).kind === 'bool' ? bool(value !== 0n) : int(value);
  }
}

function numberOf(value: Expr): bigint {
  if (value.kind === 'int') return value.value;
  if (value.kind === 'bool') return value.value ? 1n : 0n;
  throw new Error('a value of a state is no constant');
}
