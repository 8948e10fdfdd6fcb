import { at } from '../../support/invariant.js';
import { edgeMask, edgePageBits, stateMask, statePageBits } from '../shared/packed/state-graph.js';
import type { StateGraph } from '../shared/packed/state-graph.js';
import type { BuchiAutomaton, BuchiTransition } from './automaton/automaton.js';

/** The graph of states beside an automaton: a node is a state of the system and one of the automaton. */
export interface Product {
  readonly graph: StateGraph;
  readonly automaton: BuchiAutomaton;
  /** The initial states of the system are those below this number. */
  readonly roots: number;
  /** The states below this number are expanded; nothing is known behind the others. */
  readonly expanded: number;
  /** The marks of fairness are the lowest bits, those of the automaton follow; together at most `mostMarks`. */
  readonly fairMarks: number;
}

export const mostMarks = 31;

/** A run is a counterexample if it has each of these infinitely often. */
export const wantedMarks = ({ automaton, fairMarks }: Product): number =>
  2 ** (automaton.marks + fairMarks) - 1;

export interface ProductStep {
  readonly state: number;
  readonly place: number;
  readonly marks: number;
  /** The marks of the system's step alone. */
  readonly label: number;
}

/** The steps from a node, for those who are in no hurry. */
export function* stepsFrom(product: Product, state: number, place: number): Generator<ProductStep> {
  const { graph, automaton, expanded } = product;
  if (state >= expanded) return;
  const letter = at(at(graph.atoms, state >>> statePageBits), state & stateMask);
  const always = at(at(graph.marks, state >>> statePageBits), state & stateMask);
  const [first, end] = [graph.firstEdge(state), graph.firstEdge(state + 1)];
  for (const t of at(automaton.transitions, place)) {
    if (!allows(t, letter)) continue;
    for (let e = first; e < end; e++) {
      const label = at(at(graph.labels, e >>> edgePageBits), e & edgeMask);
      const target = at(at(graph.targets, e >>> edgePageBits), e & edgeMask);
      yield { state: target, place: t.to, marks: marksOf(product, always | label, t.marks), label };
    }
  }
}

const allows = ({ wants, forbids }: BuchiTransition, letter: number): boolean =>
  (letter & wants) === wants && (letter & forbids) === 0;

const marksOf = ({ fairMarks }: Product, fair: number, claimed: number): number =>
  (fair & (2 ** fairMarks - 1)) | (claimed << fairMarks);
