import type { ArrayMachine, ClauseInstance } from '../../../src/arrays/array-machine.js';
import type { ArrayState } from '../../../src/arrays/array-states.js';
import { viewsOf } from '../../../src/arrays/array-states.js';
import { unsure, yes } from '../../../src/arrays/array-values.js';
import { choices } from '../../../src/arrays/expand.js';
import type { Clause } from '../../../src/lang/arrays/array-system.js';

/** Whether the clause is true of some different processes in one of the states. What has no `i@` is read in memory. */
export function isTrueInSome(machine: ArrayMachine, states: Iterable<ArrayState>, clause: Clause): boolean {
  const goals = machine.clause(clause);
  for (const state of states) if (holds(machine, goals, state)) return true;
  return false;
}

function holds(machine: ArrayMachine, goals: readonly ClauseInstance[], state: ArrayState): boolean {
  const views = viewsOf(state);
  return goals.some(({ test }) => {
    const truth = test(views);
    if (truth !== unsure) return truth === yes;
    return choices(machine, state, views).list.some((choice) => holds(machine, goals, choice.state));
  });
}
