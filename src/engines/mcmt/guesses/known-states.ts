import { choices, successors } from '../../../arrays/expand.js';
import { packState } from '../../../arrays/pack-state.js';
import { viewsOf } from '../../../arrays/array-states.js';
import type { ArrayState } from '../../../arrays/array-states.js';
import { isInTime } from '../../../search/limits.js';
import type { Limits } from '../../../search/limits.js';
import { at } from '../../../support/invariant.js';
import { randomFrom } from '../../../support/random-from.js';
import type { RandomBelow } from '../../../support/random-from.js';
import type { Cube } from '../cubes/cube.js';
import type { ForwardStates } from './forward-states.js';

/** Those of a walk. */
const stepsPerWalk = 100;

/** States of one number of processes without store buffers, which become more where it turns out that they are too few. */
export class KnownStates {
  readonly #states: ArrayState[];
  readonly #keys: Set<string>;

  constructor(
    readonly table: ForwardStates,
    states: readonly ArrayState[],
  ) {
    this.#states = [...states];
    this.#keys = new Set(states.map((state) => packState(state, false)));
  }

  has(cube: Cube): boolean {
    return this.table.stateIn(cube) >= 0;
  }

  /** Walks at random, so that there are states which are many steps away from the start. */
  wander(most: number, limits: Limits): void {
    const below = randomFrom(most);
    const { length } = this.#states;
    const enough = length + most;
    for (let walks = most / 10; walks > 0 && this.#states.length < enough; walks--) {
      if (!isInTime(limits)) return;
      let here = at(this.#states, below(length));
      for (let steps = 0; steps < stepsPerWalk; steps++) {
        const next = this.#after(here, below);
        if (next === null) break;
        this.#add(next);
        here = next;
      }
    }
  }

  /** Takes in what comes after a state of the cube, if one is known, and so many states beyond that. */
  learn(cube: Cube, most: number): void {
    const start = this.table.stateIn(cube);
    if (start < 0) return;
    const first = this.#states.length;
    this.#expand(at(this.#states, start));
    for (let from = first; from < this.#states.length && this.#states.length < first + most; from++)
      this.#expand(at(this.#states, from));
  }

  /** After the first step from a random one on that is possible: to look at all of them takes longer. Null: none is. */
  #after(state: ArrayState, below: RandomBelow): ArrayState | null {
    const { machine } = this.table;
    const views = viewsOf(state);
    const start = below(machine.steps.length);
    for (let i = 0; i < machine.steps.length; i++) {
      const after = machine.take(state, views, at(machine.steps, (start + i) % machine.steps.length));
      if (after === 'disabled' || after === 'too-large') continue;
      if (after !== 'unsure') return after;
      const { list } = choices(machine, state, views);
      return list.length === 0 ? null : at(list, below(list.length)).state;
    }
    return null;
  }

  #expand(state: ArrayState): void {
    for (const next of successors(this.table.machine, state, viewsOf(state)).list) this.#add(next.state);
  }

  #add(state: ArrayState): void {
    const key = packState(state, false);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#states.push(state);
    this.table.add(state);
  }
}
