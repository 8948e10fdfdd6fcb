import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { PropertyAutomaton, TemporalProperty } from '../../lang/program/program.js';
import { at, assertNever } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { FormulaWays } from './formula-ways.js';
import type { FormulaWay } from './formula-ways.js';

/**
 * Accepts the runs that violate a property: in every state of a run it takes one transition whose guard holds there, and each of
 * its marks is on infinitely many of those.
 */
export interface ViolationAutomaton {
  /** FormulaWays of single states; atom i is bit i of `wants` and `forbids`. */
  readonly atoms: readonly Expr[];
  /** By state, what leaves it. */
  readonly transitions: readonly (readonly ViolationStep[])[];
  readonly initial: number;
  /** How many there are; mark i is bit i. */
  readonly marks: number;
}

export interface ViolationStep {
  readonly wants: number;
  readonly forbids: number;
  readonly to: number;
  readonly marks: number;
}

/** Numbers have so many bits to tell atoms and marks by. */
const mostAtoms = 31;
const mostStates = 512;

export function violationAutomaton(property: TemporalProperty, watch: () => void): ViolationAutomaton {
  switch (property.kind) {
    case 'ltl':
      return withoutTwins(ofFormula(property.formula, watch), watch);
    case 'never':
      return withoutTwins(ofClaim(property.automaton), watch);
    default:
      return assertNever(property);
  }
}

/**
 * A state is a set of formulas that are true from there on, a transition a way to make them true; the mark of an eventuality is
 * on those that do not put it off. A run of which they are true can always take a way that puts off only what is not yet so.
 */
function ofFormula(formula: Expr, watch: () => void): ViolationAutomaton {
  const formulas = new FormulaWays(watch);
  const numbers = new Map<string, number>();
  const open: (readonly number[])[] = [];
  const stateOf = (parts: readonly number[]): number =>
    remembered(numbers, parts.join(), () => {
      if (open.length >= mostStates) unsupported('evidence for a temporal formula as large as this', null);
      return open.push(parts) - 1;
    });
  const initial = stateOf([formulas.of(formula, false)]);
  const leaving: (readonly (FormulaWay & { readonly to: number })[])[] = [];
  for (const parts of open)
    leaving.push(formulas.waysOf(parts).map((way) => ({ ...way, to: stateOf(way.next) })));
  const { atoms, eventualities } = formulas;
  const all = 2 ** eventualities - 1;
  const transitions = leaving.map((ways) =>
    ways.map(({ wants, forbids, to, postponed }) => ({ wants, forbids, to, marks: all & ~postponed })),
  );
  return { atoms, transitions, initial, marks: eventualities };
}

/** What leaves an accepting state has the one mark. */
function ofClaim({ states, initial, edges }: PropertyAutomaton): ViolationAutomaton {
  const atoms = [...new Set(edges.map(({ guard }) => guard))];
  if (atoms.length > mostAtoms) unsupported('evidence for an automaton with so many guards', null);
  const transitions = states.map(({ accepting }, state) =>
    edges.flatMap(({ from, to, guard }) =>
      from === state ? [{ wants: 1 << atoms.indexOf(guard), forbids: 0, to, marks: accepting ? 1 : 0 }] : [],
    ),
  );
  return { atoms, transitions, initial, marks: 1 };
}

/** As small as joining makes it. */
function withoutTwins(automaton: ViolationAutomaton, watch: () => void): ViolationAutomaton {
  let before = automaton;
  for (;;) {
    watch();
    const after = joined(before);
    if (JSON.stringify(after.transitions) === JSON.stringify(before.transitions)) return after;
    before = after;
  }
}

/** States that nothing leaves accept nothing, and of those that the same leaves one is enough. */
function joined(automaton: ViolationAutomaton): ViolationAutomaton {
  const { transitions, initial } = automaton;
  const isDead = (state: number): boolean => at(transitions, state).length === 0;
  const texts = transitions.map((leaving) => JSON.stringify(leaving));
  const first = texts.map((text) => texts.indexOf(text));
  const kept = transitions.flatMap((_, state) =>
    state === initial || (first[state] === state && !isDead(state)) ? [state] : [],
  );
  const numberOf = (state: number): number => {
    const same = kept.indexOf(state);
    return same < 0 ? kept.indexOf(at(first, state)) : same;
  };
  return {
    ...automaton,
    initial: kept.indexOf(initial),
    transitions: kept.map((state) =>
      at(transitions, state).flatMap((step) => (isDead(step.to) ? [] : [{ ...step, to: numberOf(step.to) }])),
    ),
  };
}
