import { StatesOfCover } from '../evidence/predicates/told-states.js';
import { conjunction, disjunction } from '../lang/expr/expr.js';
import type { PredicateCover } from '../lang/run/predicate-cover.js';
import type { StateFormula } from '../symbolic/cover-formula.js';
import type { ThreadStand } from '../symbolic/machine-steps.js';
import { stands } from '../symbolic/state-formulas.js';
import type { SymbolicState } from '../symbolic/symbolic-state.js';
import { at } from '../support/invariant.js';

/**
 * The states of a cover over predicates with nobody inside a section: what it says of places inside shows that the whole section
 * leads into the rest, and here sections are gone through as one.
 */
export function predicateFormula(
  state: SymbolicState,
  cover: PredicateCover,
  watch: () => void,
): StateFormula {
  const { threads } = state.system;
  const told = new StatesOfCover(state, cover, watch);
  const isOutside = ({ thread, place }: ThreadStand): boolean =>
    !at(at(threads, thread).locations, place).atomic;
  const all = [...told.all()].filter((states) => states.stands.every(isOutside));
  const formulas = all.map(({ stands: there, cubes }) =>
    conjunction([
      ...there.map(({ thread, place, waiting }) => stands(state, thread, place, waiting)),
      told.typesOfWaiting(there),
      disjunction(cubes.map((cube) => conjunction(cube))),
    ]),
  );
  const shapes = threads.map(({ id }) => [...new Set(all.map(({ stands: there }) => at(there, id).waiting))]);
  return {
    shapes: shapes.map((numbers) => numbers.toSorted((one, other) => one - other)),
    formula: disjunction(formulas),
  };
}
