import type { Expr } from '../../../lang/expr/expr.js';

/**
 * A generalised Buechi automaton over the states of a run, with acceptance on transitions: in every state of the run it takes
 * one transition whose guard holds there, and it accepts if each mark is on infinitely many of the transitions taken.
 */
export interface BuchiAutomaton {
  /** The atoms of the guards; atom i is bit i of `wants` and `forbids`. */
  readonly atoms: readonly Expr[];
  /** By state, what leaves it. Without states nothing is accepted. */
  readonly transitions: readonly (readonly BuchiTransition[])[];
  readonly initial: number;
  /** The number of marks; mark i is bit i. */
  readonly marks: number;
}

export interface BuchiTransition extends AtomGuard {
  readonly to: number;
  readonly marks: number;
}

/** A conjunction of atoms and negated atoms. */
export interface AtomGuard {
  readonly wants: number;
  readonly forbids: number;
}

/** As many as a number has bits: of atoms, and of marks. */
export const mostBits = 32;

/** Whether all bits are among those. */
export const within = (bits: number, of: number): boolean => (bits & ~of) === 0;
export const allMarks = (count: number): number => (count === 32 ? -1 : 2 ** count - 1);

/** Nothing is accepted. */
export const emptyAutomaton: BuchiAutomaton = { atoms: [], transitions: [], initial: 0, marks: 0 };
