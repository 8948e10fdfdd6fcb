import type { Expr } from '../../../lang/expr/expr.js';
import { mostBits } from './automaton.js';
import type { BuchiAutomaton } from './automaton.js';

/** Questions whose automata read the same list of atoms, which is read once in each state. */
export interface JointQuestions<Q> {
  readonly atoms: readonly Expr[];
  readonly questions: readonly Q[];
}

/** As few groups as come out when one question after the other is put where its atoms find room. */
export function grouped<Q extends { readonly automaton: BuchiAutomaton }>(
  questions: readonly Q[],
): readonly JointQuestions<Q>[] {
  const groups: { atoms: Expr[]; questions: Q[] }[] = [];
  for (const question of questions) {
    const { automaton } = question;
    const fitting = groups.find(({ atoms }) => new Set([...atoms, ...automaton.atoms]).size <= mostBits);
    const group = fitting ?? { atoms: [], questions: [] };
    if (fitting === undefined) groups.push(group);
    group.atoms = [...new Set([...group.atoms, ...automaton.atoms])];
    group.questions.push({ ...question, automaton: over(group.atoms, automaton) });
  }
  return groups;
}

/** The automaton with its atoms numbered as in the list. */
function over(atoms: readonly Expr[], automaton: BuchiAutomaton): BuchiAutomaton {
  const places = automaton.atoms.map((atom) => atoms.indexOf(atom));
  const moved = (bits: number): number =>
    places.reduce((sum, place, i) => ((bits & (1 << i)) === 0 ? sum : sum | (1 << place)), 0);
  return {
    ...automaton,
    atoms,
    transitions: automaton.transitions.map((list) =>
      list.map((t) => ({ ...t, wants: moved(t.wants), forbids: moved(t.forbids) })),
    ),
  };
}
