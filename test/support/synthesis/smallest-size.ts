import { SatSolver } from '../../../src/lang/expr/sat.js';
import { at } from '../../../src/support/invariant.js';
import type { CandidateClause } from '../../../src/synthesis/clause.js';

/** More sets than this are not tried one by one. */
const mostTried = 2 ** 16;

/**
 * The size of the smallest sets of 0 ... count - 1 that satisfy all clauses; null: none does. It shares nothing with the
 * search of src/synthesis: all sets are tried, and where they are too many a solver is asked size by size.
 */
export function smallestSize(count: number, clauses: readonly CandidateClause[]): number | null {
  if (2 ** count <= mostTried) return byTrying(count, clauses);
  for (let size = 0; size <= count; size++) if (isPossible(count, clauses, size)) return size;
  return null;
}

function byTrying(count: number, clauses: readonly CandidateClause[]): number | null {
  const masks = clauses.map(({ some, unless }) => ({ some: maskOf(some), unless: maskOf(unless) }));
  let smallest: number | null = null;
  for (let set = 0; set < 2 ** count; set++) {
    if (!masks.every(({ some, unless }) => (set & some) !== 0 || (set & unless) !== unless)) continue;
    const size = Array.from({ length: count }, (_, n) => (set >>> n) & 1).reduce((a, b) => a + b, 0);
    if (smallest === null || size < smallest) smallest = size;
  }
  return smallest;
}

const maskOf = (numbers: readonly number[]): number => numbers.reduce((mask, n) => mask | (1 << n), 0);

/** With a counter in unary: after n candidates, whether at least k of them are chosen. */
function isPossible(count: number, clauses: readonly CandidateClause[], size: number): boolean {
  const solver = new SatSolver();
  const chosen = Array.from({ length: count }, () => solver.newVariable());
  for (const { some, unless } of clauses)
    solver.add([...some.map((n) => at(chosen, n)), ...unless.map((n) => -at(chosen, n))]);
  let before: readonly number[] = [];
  for (const candidate of chosen) {
    const after = Array.from({ length: size + 1 }, () => solver.newVariable());
    for (const [k, least] of after.entries()) {
      const one = before[k];
      if (one !== undefined) solver.add([-one, least]);
      const [less] = k === 0 ? [] : [before[k - 1]];
      if (k === 0) solver.add([-candidate, least]);
      else if (less !== undefined) solver.add([-candidate, -less, least]);
    }
    before = after;
    solver.add([-at(after, size)]);
  }
  const answer = solver.solve(10_000_000);
  if (answer.kind === 'unsure') throw new Error('the solver gave up');
  return answer.kind === 'satisfiable';
}
