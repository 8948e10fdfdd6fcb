import { SatSolver } from '../../../src/lang/expr/sat.js';
import { at } from '../../../src/support/invariant.js';
import type { CandidateClause } from '../../../src/synthesis/clause.js';

/** More sets than this are not tried one by one. */
const mostTried = 2 ** 16;

/** The size of the smallest sets of 0 ... count - 1 that satisfy all clauses; null: none does. */
export const smallestSize = (count: number, clauses: readonly CandidateClause[]): number | null =>
  leastCost(
    Array.from({ length: count }, () => 1),
    clauses,
  );

/**
 * What the cheapest sets of candidates cost that satisfy all clauses; null: none does. It shares nothing with the search of
 * src/synthesis: all sets are tried, and where they are too many a solver is asked cost by cost.
 */
export function leastCost(costs: readonly number[], clauses: readonly CandidateClause[]): number | null {
  if (2 ** costs.length <= mostTried) return byTrying(costs, clauses);
  const most = costs.reduce((a, b) => a + b, 0);
  for (let cost = 0; cost <= most; cost++) if (isPossible(costs, clauses, cost)) return cost;
  return null;
}

function byTrying(costs: readonly number[], clauses: readonly CandidateClause[]): number | null {
  const masks = clauses.map(({ some, unless }) => ({ some: maskOf(some), unless: maskOf(unless) }));
  let least: number | null = null;
  for (let set = 0; set < 2 ** costs.length; set++) {
    if (!masks.every(({ some, unless }) => (set & some) !== 0 || (set & unless) !== unless)) continue;
    const cost = costs.reduce((sum, one, n) => sum + one * ((set >>> n) & 1), 0);
    if (least === null || cost < least) least = cost;
  }
  return least;
}

const maskOf = (numbers: readonly number[]): number => numbers.reduce((mask, n) => mask | (1 << n), 0);

/** With a counter in unary, that counts each candidate as often as it costs: after n of them, whether it is at k at least. */
function isPossible(costs: readonly number[], clauses: readonly CandidateClause[], cost: number): boolean {
  const solver = new SatSolver();
  const chosen = costs.map(() => solver.newVariable());
  for (const { some, unless } of clauses)
    solver.add([...some.map((n) => at(chosen, n)), ...unless.map((n) => -at(chosen, n))]);
  let before: readonly number[] = [];
  const counted = chosen.flatMap((candidate, n) => Array.from({ length: at(costs, n) }, () => candidate));
  for (const candidate of counted) {
    const after = Array.from({ length: cost + 1 }, () => solver.newVariable());
    for (const [k, least] of after.entries()) {
      const one = before[k];
      if (one !== undefined) solver.add([-one, least]);
      const [less] = k === 0 ? [] : [before[k - 1]];
      if (k === 0) solver.add([-candidate, least]);
      else if (less !== undefined) solver.add([-candidate, -less, least]);
    }
    before = after;
    solver.add([-at(after, cost)]);
  }
  const answer = solver.solve(10_000_000);
  if (answer.kind === 'unsure') throw new Error('the solver gave up');
  return answer.kind === 'satisfiable';
}
