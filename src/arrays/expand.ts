import { at } from '../support/invariant.js';
import { choicesFor } from './view-choices.js';
import type { ViewChoices } from './view-choices.js';
import type { Views } from './compile-formula.js';
import type { ArrayMachine } from './array-machine.js';
import type { ArrayMove } from './array-run.js';
import { chosen, flushed, viewsOf } from './array-states.js';
import type { ArrayState } from './array-states.js';
import type { ArrayValue } from './array-values.js';

export interface ArraySuccessor {
  readonly move: ArrayMove;
  readonly state: ArrayState;
}

export interface Successors {
  readonly list: readonly ArraySuccessor[];
  /** Not all there are, because numbers have no end. */
  readonly cut: boolean;
}

/** All steps from a state; or, where one depends on a free value, the states in which it is chosen. */
export function successors(machine: ArrayMachine, state: ArrayState, views: Views): Successors {
  const list: ArraySuccessor[] = [];
  let cut = false;
  for (const step of machine.steps) {
    const outcome = machine.take(state, views, step);
    if (outcome === 'disabled') continue;
    if (outcome === 'unsure') return choices(machine, state, views);
    if (outcome === 'too-large') cut = true;
    else list.push({ move: { kind: 'transition', step }, state: outcome });
  }
  pushFlushes(state, list);
  return { list, cut };
}

/** The oldest entry of each buffer may leave at any time. */
export function pushFlushes(state: ArrayState, list: ArraySuccessor[]): void {
  for (const [i, buffer] of state.buffers.entries()) {
    if (buffer.length === 0) continue;
    const process = i + 1;
    list.push({ move: { kind: 'flush', process }, state: flushed(state, process) });
  }
}

/** The states in which the value that the machine blames is chosen. */
export function choices(machine: ArrayMachine, state: ArrayState, views: Views = viewsOf(state)): Successors {
  const { view, slot } = machine.blame;
  const options: ViewChoices = choicesFor(machine.instance, knownIn(state, views), machine.blame);
  const list = options.values.map((value): ArraySuccessor => ({
    move: { kind: 'choice', view, slot, value },
    state: chosen(state, view, slot, value),
  }));
  return { list, cut: !options.complete };
}

function* knownIn(state: ArrayState, views: Views): Generator<readonly [number, ArrayValue]> {
  yield* at(views, 0).entries();
  for (const { slots, values } of state.buffers.flat())
    for (const [i, value] of values.entries()) yield [at(slots, i), value];
}
