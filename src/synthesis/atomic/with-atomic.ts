import type { SharedId } from '../../lang/expr/ids.js';
import type { Action, Automaton, Edge, System } from '../../lang/program/system.js';
import type { WriteSite } from '../../pass/write-sites.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CandidateSet } from '../clause.js';

/**
 * The automata with the chosen writes atomic, from those with none: what the pass atomic-writes does to the program, done
 * to its edges, which keep their numbers. So a run under one choice can be tried under another.
 */
export function withAtomic(system: System, sites: readonly WriteSite[], chosen: CandidateSet): System {
  const direct = new Map<number, Set<SharedId>>();
  for (const { id, transition, variable } of sites)
    if (chosen.has(id)) remembered(direct, transition, () => new Set()).add(variable);
  return { ...system, threads: system.threads.map((thread) => ofThread(thread, direct)) };
}

function ofThread(thread: Automaton, direct: ReadonlyMap<number, ReadonlySet<SharedId>>): Automaton {
  const edge = (one: Edge): Edge => {
    const variables = one.transition === undefined ? undefined : direct.get(one.transition);
    if (variables === undefined) return one;
    const actions = one.actions.map((action) => atOnce(action, variables));
    return { ...one, actions: begins(thread, one) ? [{ kind: 'lock' }, ...actions] : actions };
  };
  return { ...thread, edges: thread.edges.map(edge) };
}

/** Whether the edge is the first step of its transition. */
export const begins = (thread: Automaton, edge: Edge): boolean => !at(thread.locations, edge.from).atomic;

const atOnce = (action: Action, variables: ReadonlySet<SharedId>): Action =>
  action.kind === 'store' && variables.has(action.shared) ? { ...action, locked: true } : action;
