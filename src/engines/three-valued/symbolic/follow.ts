import type { BooleanRun } from '../../../ir/boolean-run.js';
import type { BooleanId, LocationId } from '../../../ir/ids.js';
import { at } from '../../../support/check.js';
import type { Plan } from '../plan.js';
import { OutOfBudget, SymbolicMachine } from './machine.js';
import { concreteRun, decide, firstSymbol, keyOf, startState } from './state.js';
import type { SymbolicState } from './state.js';

/** A path of the search: where each step leads, and what it knows there. */
export interface AbstractPath {
  /** Where each thread stands at first; of the initialisation: its end. */
  readonly start: AbstractPoint;
  readonly steps: readonly AbstractPoint[];
}

export interface AbstractPoint {
  /** Who moved; 0 for the start. */
  readonly thread: number;
  /** By thread. */
  readonly locations: readonly LocationId[];
  readonly known: readonly (readonly [BooleanId, 0 | 1])[];
}

export type Followed =
  { readonly kind: 'real'; readonly run: BooleanRun } | { readonly kind: 'spurious' } | { readonly kind: 'unsure' };

/** Commands that may be tried before we give up. */
const budget = 300_000;

/**
 * Looks for a run that the path stands for: depth first, the states of the search as a guide. A three-valued state holds
 * more than can be reached; what is found here can.
 */
export function follow(plan: Plan, path: AbstractPath): Followed {
  const { stops } = plan;
  const machine = new SymbolicMachine(plan.program, budget);
  try {
    const roots = startStates(plan, machine, path.start.locations, stops);
    const end = search(plan, machine, path, stops, roots);
    return end === null ? { kind: 'spurious' } : { kind: 'real', run: concreteRun(end) };
  } catch (error) {
    if (error instanceof OutOfBudget) return { kind: 'unsure' };
    throw error;
  }
}

/** After the initialisation, each thread where it stops first. */
function startStates(
  { program }: Plan,
  machine: SymbolicMachine,
  locations: readonly LocationId[],
  stops: readonly Uint8Array[],
): readonly SymbolicState[] {
  let states: readonly SymbolicState[] = [startState(program.variables.length)];
  program.threads.forEach(({ entry }, t) => {
    if (at(stops, t)[entry] === 1) return;
    states = states.flatMap((state) =>
      machine
        .macroStep(t, entry, state, at(stops, t))
        .filter((arrival) => arrival.location === at(locations, t))
        .map((arrival) => arrival.state),
    );
  });
  return states;
}

function search(
  plan: Plan,
  machine: SymbolicMachine,
  { start, steps }: AbstractPath,
  stops: readonly Uint8Array[],
  roots: readonly SymbolicState[],
): SymbolicState | null {
  const seen = steps.map(() => new Set<string>());
  const agreeing = (states: readonly SymbolicState[], point: AbstractPoint): SymbolicState[] =>
    states.flatMap((state) => agree(state, point) ?? []);
  const stack = agreeing(roots, start).map((state) => ({ state, done: 0 }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { state, done } = top;
    const step = steps[done];
    if (step === undefined) {
      const violating = machine.where(state, violationOf(plan), 0, isAtOf(plan, (steps.at(-1) ?? start).locations));
      if (violating[0] !== undefined) return violating[0];
      continue;
    }
    const key = keyOf(state.values, () => true);
    if (at(seen, done).has(key)) continue;
    at(seen, done).add(key);
    const before = done === 0 ? start : at(steps, done - 1);
    const { thread } = step;
    const arrivals = machine
      .macroStep(thread, at(before.locations, thread), state, at(stops, thread))
      .filter((a) => a.location === at(step.locations, thread));
    for (const next of agreeing(
      arrivals.map((a) => a.state),
      step,
    )) {
      stack.push({ state: next, done: done + 1 });
    }
  }
  return null;
}

/** The part of the state that lies within what the search knew; null if there is none. */
function agree(state: SymbolicState, { known }: AbstractPoint): SymbolicState | null {
  let part = state;
  for (const [variable, value] of known) {
    const own = at(part.values, variable);
    if (own === value) continue;
    if (own < firstSymbol) return null;
    part = decide(part, own, value);
  }
  return part;
}

const violationOf = ({ program }: Plan) => program.property?.condition ?? ({ kind: 'constant', value: true } as const);

export const isAtOf =
  ({ program }: Plan, locations: readonly LocationId[]) =>
  (thread: number, label: number): boolean =>
    thread !== 0 && at(at(program.threads, thread).locations, at(locations, thread)).label === label;
