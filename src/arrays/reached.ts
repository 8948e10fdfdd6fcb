import type { Clause } from '../lang/arrays/array-system.js';
import { choices } from './expand.js';
import type { ArrayMachine, ClauseInstance } from './array-machine.js';
import { unpackState } from './pack-state.js';
import { viewsOf } from './array-states.js';
import type { ArrayState } from './array-states.js';
import { unsure, yes } from './array-values.js';

/** The states of a search, for those who want to know what is true in some of them. */
export class ReachedStates {
  constructor(
    private readonly machine: ArrayMachine,
    private readonly packed: readonly string[],
  ) {}

  get count(): number {
    return this.packed.length;
  }

  /** Those with free values stand for all values. */
  *[Symbol.iterator](): Generator<ArrayState> {
    for (const text of this.packed) yield unpackState(text, this.machine.instance, this.machine.hasBuffers);
  }

  /** Whether the clause is true of some different processes in a reached state. What has no `i@` is read in memory. */
  some(clause: Clause): boolean {
    const goals = this.machine.clause(clause);
    for (const state of this) if (this.#holds(goals, state)) return true;
    return false;
  }

  #holds(goals: readonly ClauseInstance[], state: ArrayState): boolean {
    const views = viewsOf(state);
    return goals.some(({ test }) => {
      const truth = test(views);
      if (truth !== unsure) return truth === yes;
      return choices(this.machine, state, views).list.some((choice) => this.#holds(goals, choice.state));
    });
  }
}
