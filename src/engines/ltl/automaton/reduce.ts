import { componentsOf } from '../../../support/components.js';
import { at } from '../../../support/invariant.js';
import { undominated } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';
import { allMarks, emptyAutomaton, within } from './automaton.js';
import type { BuchiAutomaton, BuchiTransition } from './automaton.js';

/**
 * An automaton of the same language that is smaller if possible: without states from which nothing is accepted, with states
 * that simulate each other joined, without transitions that a better one stands beside, and without marks that follow from
 * others. All by direct simulation, which a transition takes part in with its guard and its marks. `watch` is called in loops,
 * and may throw.
 */
export function reduced(automaton: BuchiAutomaton, watch: () => void): BuchiAutomaton {
  let now = withFewerMarks(trimmed(automaton));
  while (now.transitions.length > 0) {
    const next = withFewerMarks(trimmed(quotient(now, watch)));
    if (sizeOf(next) >= sizeOf(now)) return now;
    now = next;
  }
  return now;
}

const sizeOf = ({ transitions, marks }: BuchiAutomaton): number =>
  transitions.length + marks + transitions.reduce((n, list) => n + list.length, 0);

/** Keeps what lies on accepting runs. Marks count inside components in which a run may stay and accept; others go. */
function trimmed(automaton: BuchiAutomaton): BuchiAutomaton {
  const { transitions, initial, marks } = automaton;
  if (transitions.length === 0) return emptyAutomaton;
  const component = components(transitions);
  const stays = (from: number, t: BuchiTransition): boolean => at(component, from) === at(component, t.to);
  const found = new Map<number, number>();
  for (const [from, list] of transitions.entries())
    for (const t of list)
      if (stays(from, t)) found.set(at(component, from), (found.get(at(component, from)) ?? 0) | t.marks);
  const accepts = (state: number): boolean => found.get(at(component, state)) === allMarks(marks);
  const useful = leadingTo(transitions, component, accepts);
  const isUseful = (state: number): boolean => at(useful, at(component, state));
  if (!isUseful(initial)) return emptyAutomaton;
  return renumbered(
    automaton,
    transitions.map((list, from) =>
      list
        .filter((t) => isUseful(t.to))
        .map((t) => ({ ...t, marks: stays(from, t) && accepts(from) ? t.marks : 0 })),
    ),
    transitions.map((_, state) => state),
  );
}

/** With every state replaced by the one that stands for it, and only what the initial one reaches. */
function renumbered(
  automaton: BuchiAutomaton,
  transitions: readonly (readonly BuchiTransition[])[],
  representative: readonly number[],
): BuchiAutomaton {
  const numbers = new Map<number, number>();
  const order: number[] = [];
  const numberOf = (state: number): number =>
    remembered(numbers, at(representative, state), (first) => order.push(first) - 1);
  const initial = numberOf(automaton.initial);
  const made: BuchiTransition[][] = [];
  for (let i = 0; i < order.length; i++)
    made.push(at(transitions, at(order, i)).map((t) => ({ ...t, to: numberOf(t.to) })));
  return { ...automaton, initial, transitions: made };
}

/** Whether `better` can be taken wherever `t` can, with its marks at least, but for where it leads. */
const coversGuard = (better: BuchiTransition, t: BuchiTransition): boolean =>
  within(better.wants, t.wants) && within(better.forbids, t.forbids) && within(t.marks, better.marks);

/** The greatest direct simulation: `result[s][r]` says that r can do whatever s can. */
function simulation({ transitions }: BuchiAutomaton, watch: () => void): readonly (readonly boolean[])[] {
  const simulates = transitions.map(() => transitions.map(() => true));
  for (let changed = true; changed;) {
    changed = false;
    for (const [s, row] of simulates.entries()) {
      for (const [r, may] of row.entries()) {
        if (!may || s === r) continue;
        const follows = at(transitions, s).every((t) => {
          watch();
          return at(transitions, r).some(
            (other) => coversGuard(other, t) && at(at(simulates, t.to), other.to),
          );
        });
        if (follows) continue;
        row[r] = false;
        changed = true;
      }
    }
  }
  return simulates;
}

function quotient(automaton: BuchiAutomaton, watch: () => void): BuchiAutomaton {
  const simulates = simulation(automaton, watch);
  const below = (s: number, r: number): boolean => at(at(simulates, s), r);
  const representative = automaton.transitions.map((_, s) =>
    automaton.transitions.findIndex((_list, r) => below(s, r) && below(r, s)),
  );
  const covers = (better: BuchiTransition, t: BuchiTransition): boolean => {
    watch();
    return coversGuard(better, t) && below(t.to, better.to);
  };
  const kept = automaton.transitions.map((list) => undominated(list, covers));
  return renumbered(automaton, kept, representative);
}

/** Where every transition with mark j has mark i, mark i says nothing of its own. */
function withFewerMarks(automaton: BuchiAutomaton): BuchiAutomaton {
  const { transitions, marks } = automaton;
  const component = components(transitions);
  const inner = transitions.flatMap((list, from) =>
    list.filter((t) => at(component, from) === at(component, t.to)),
  );
  const has = (t: BuchiTransition, mark: number): boolean => (t.marks & (1 << mark)) !== 0;
  const kept: number[] = [];
  for (let i = 0; i < marks; i++) {
    const follows = (j: number): boolean => inner.every((t) => !has(t, j) || has(t, i));
    const later = Array.from({ length: marks - i - 1 }, (_, k) => i + 1 + k);
    if (kept.some(follows) || later.some((j) => follows(j)) || inner.every((t) => has(t, i))) continue;
    kept.push(i);
  }
  if (kept.length === marks) return automaton;
  const renamed = (t: BuchiTransition): number =>
    kept.reduce((bits, mark, place) => (has(t, mark) ? bits | (1 << place) : bits), 0);
  return {
    ...automaton,
    marks: kept.length,
    transitions: transitions.map((list) => list.map((t) => ({ ...t, marks: renamed(t) }))),
  };
}

/** By component, whether a run may come from it to a state that accepts. */
function leadingTo(
  transitions: BuchiAutomaton['transitions'],
  component: readonly number[],
  accepts: (state: number) => boolean,
): readonly boolean[] {
  const leads: boolean[] = [];
  // A component comes after those that it leads to.
  const order = [...transitions.keys()].sort((a, b) => at(component, a) - at(component, b));
  for (const state of order) {
    const own = at(component, state);
    leads[own] ||= accepts(state) || at(transitions, state).some((t) => leads[at(component, t.to)] === true);
  }
  return leads;
}

const components = (transitions: BuchiAutomaton['transitions']): readonly number[] =>
  componentsOf(transitions.map((list) => list.map((t) => t.to)));
