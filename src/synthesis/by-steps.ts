import type { Choice, Clause } from './clause.js';
import type { Answer, Counterexample, Problem, Solution } from './problem.js';
import type { Stop } from './report.js';

/** A problem whose counterexamples also say which candidate a heuristic would take. */
export interface GuidedProblem extends Problem {
  ask(choice: Choice): Promise<GuidedAnswer>;
}

export type GuidedAnswer = Exclude<Answer, { kind: 'violated' }> | GuidedViolation;
type GuidedViolation = Extract<Answer, { kind: 'violated' }> & {
  /** Null: none comes to mind. */
  readonly proposal: number | null;
};

/** Paper 004, Fig. 5: one candidate is added for each counterexample until the properties hold. No claim is made of it. */
export async function oneByOne(problem: GuidedProblem): Promise<Solution> {
  const chosen = new Set<number>();
  const counterexamples: Counterexample[] = [];
  let queries = 0;
  const solution = (sets: readonly Choice[], stop: Stop | null): Solution => ({
    ...{ sets, stop, counterexamples, queries },
    // Nothing is less than nothing.
    minimal: sets.length > 0 && chosen.size === 0,
    complete: sets.length > 0 && chosen.size === 0,
  });
  for (;;) {
    const choice = new Set(chosen);
    queries++;
    const answer = await problem.ask(choice);
    if (answer.kind === 'holds') return solution([choice], null);
    if (answer.kind === 'unknown') return solution([], answer);
    const { property, clause, proposal } = answer;
    counterexamples.push({ choice, property, clause });
    const next = proposal ?? anyOf(clause);
    if (next === null) return solution([], clause.unless.length === 0 ? null : stuck);
    chosen.add(next);
  }
}

const stuck: Stop = { reason: 'heuristic', detail: 'no further write would exclude the counterexample' };

/** Making one of these atomic excludes this counterexample at least. */
const anyOf = ({ some }: Clause): number | null => some[0] ?? null;
