import type { CandidateSet } from './clause.js';
import type { Counterexample, SelectionProblem, Solution } from './selection-problem.js';
import type { SynthesisStop } from './synthesis-report.js';

/** Paper 004, Fig. 5: one candidate is added for each counterexample until the properties hold. No claim is made of it. */
export async function oneByOne(problem: SelectionProblem): Promise<Solution> {
  const chosen = new Set<number>();
  const counterexamples: Counterexample[] = [];
  let queries = 0;
  const solution = (sets: readonly CandidateSet[], stop: SynthesisStop | null): Solution => ({
    ...{ sets, stop, counterexamples, queries },
    // Nothing is less than nothing.
    minimal: sets.length > 0 && chosen.size === 0,
    complete: sets.length > 0 && chosen.size === 0,
    atLeast: 0,
    sufficient: sets[0] ?? null,
    undecided: null,
  });
  for (;;) {
    const choice = new Set(chosen);
    queries++;
    const answer = await problem.ask(choice);
    if (answer.kind === 'holds') return solution([choice], null);
    if (answer.kind === 'unknown') return solution([], answer);
    const { property, clause, proposal } = answer;
    counterexamples.push({ choice, property, clause });
    // Making one of these atomic excludes this counterexample at least.
    const next = proposal ?? clause.some[0];
    if (next === undefined) return solution([], clause.unless.length === 0 ? null : stuck);
    chosen.add(next);
  }
}

const stuck: SynthesisStop = {
  reason: 'heuristic',
  detail: 'no further write would exclude the counterexample',
};
