import { at, getOrFail, invariant } from '../support/invariant.js';
import type { ClauseInstance, ArrayMachine } from './array-machine.js';
import type { ArrayState } from './array-states.js';
import { flushed, mapValues, valuesOf, viewsOf } from './array-states.js';
import type { TransitionInstance } from './transition-instances.js';
import { free, isFree, yes } from './array-values.js';
import type { ArrayValue } from './array-values.js';

/** What was done, with the state after it. No value is free. */
export interface ArrayRun {
  readonly initial: ArrayState;
  readonly steps: readonly ArrayRunStep[];
}

export type ArrayRunStep = Exclude<ArrayMove, { kind: 'choice' }> & { readonly after: ArrayState };

/** How a search got from a state to the next one. */
export type ArrayMove =
  | { readonly kind: 'transition'; readonly step: TransitionInstance }
  | { readonly kind: 'flush'; readonly process: number }
  /** A free value was chosen. */
  | { readonly kind: 'choice'; readonly view: number; readonly slot: number; readonly value: ArrayValue };

/**
 * The run that a search found with values chosen late. It is gone through with a name for each free value; choices
 * bind the names, and what nobody ever looked at gets the first value of its type.
 */
export function runOf(machine: ArrayMachine, start: ArrayState, moves: readonly ArrayMove[]): ArrayRun {
  let names = 0;
  const slotOf = new Map<ArrayValue, number>();
  const bound = new Map<ArrayValue, ArrayValue>();
  const fresh = (): ArrayValue => free - ++names;
  const resolve = (value: ArrayValue): ArrayValue => bound.get(value) ?? value;

  const initial = mapValues(start, (value) => (isFree(value) ? fresh() : value));
  const states = [initial];
  const taken: Exclude<ArrayMove, { kind: 'choice' }>[] = [];
  for (const move of moves) {
    const here = mapValues(at(states, states.length - 1), resolve);
    if (move.kind === 'choice') {
      const name = at(at(viewsOf(here), move.view), move.slot);
      invariant(isFree(name), 'a choice is made once');
      bound.set(name, move.value);
      continue;
    }
    const after =
      move.kind === 'flush'
        ? flushed(here, move.process)
        : machine.take(here, viewsOf(here), move.step, fresh);
    invariant(typeof after !== 'string', 'the search took the step');
    states.push(after);
    taken.push(move);
  }

  for (const state of states) noteSlots(state, slotOf);
  const value = (name: ArrayValue): ArrayValue => {
    if (!isFree(name)) return name;
    return bound.get(name) ?? machine.instance.domain(getOrFail(slotOf, name))?.[0] ?? 0;
  };
  const [first, ...after] = states.map((state) => mapValues(state, value));
  invariant(first !== undefined, 'a run has a first state');
  return { initial: first, steps: taken.map((move, i) => ({ ...move, after: at(after, i) })) };
}

function noteSlots({ cells, buffers }: ArrayState, slotOf: Map<ArrayValue, number>): void {
  for (const [slot, value] of cells.entries()) if (isFree(value)) slotOf.set(value, slot);
  for (const { slots, values } of buffers.flat())
    for (const [i, value] of values.entries()) if (isFree(value)) slotOf.set(value, at(slots, i));
}

/** Whether each step is one of the machine's, and the last state is one of the clause. The initial state is not looked at. */
export function isRun(machine: ArrayMachine, run: ArrayRun, goal: ClauseInstance): boolean {
  let here = run.initial;
  if (hasFree(here)) return false;
  for (const taken of run.steps) {
    const { after } = taken;
    if (hasFree(after)) return false;
    if (taken.kind === 'flush' && at(here.buffers, taken.process - 1).length === 0) return false;
    const reached =
      taken.kind === 'flush' ? flushed(here, taken.process) : machine.take(here, viewsOf(here), taken.step);
    if (typeof reached === 'string' || !agrees(reached, after)) return false;
    here = after;
  }
  return goal.test(viewsOf(here)) === yes;
}

const hasFree = (state: ArrayState): boolean => [...valuesOf(state)].some(isFree);

/** The same but where the first is free: a value of any kind was written. */
function agrees(reached: ArrayState, after: ArrayState): boolean {
  const shape = ({ buffers }: ArrayState): string =>
    JSON.stringify(buffers.map((b) => b.map(({ slots }) => slots)));
  const [found, said] = [[...valuesOf(reached)], [...valuesOf(after)]];
  return shape(reached) === shape(after) && found.every((value, i) => isFree(value) || value === at(said, i));
}
