import { numbersBelow } from '../support/lists.js';
import type { CandidateSet, CandidateClause } from './clause.js';
import { allBut, satisfies } from './clause.js';
import { smallestChoice } from './minimum.js';
import type {
  ChoiceAnswer,
  Counterexample,
  SelectionProblem,
  Solution,
  UnknownAnswer,
} from './selection-problem.js';

/** Sets that could not be decided are passed over; with more of them, the whole question was too hard. */
const maxUndecided = 20;

/**
 * Implicit hitting sets: a smallest set that satisfies what all counterexamples so far say is asked for, until one
 * suffices. Since every set that suffices satisfies all of that, none is smaller. Then the same for others of that size,
 * unless the first is enough.
 */
export async function smallestSets(problem: SelectionProblem, first: boolean): Promise<Solution> {
  const search = new ExtremesSearch(problem);
  return (await search.extremes()) ?? search.smallest(first);
}

class ExtremesSearch {
  readonly #counterexamples: Counterexample[] = [];
  /** Sets that need not be proposed any more. */
  readonly #dealtWith: CandidateClause[] = [];
  readonly #sufficient = new Set<string>();
  readonly #sets: CandidateSet[] = [];
  readonly #undecided: UnknownAnswer[] = [];
  #queries = 0;

  constructor(private readonly problem: SelectionProblem) {}

  /** None and all: if the former suffices, or if no set can, that is the answer. */
  async extremes(): Promise<Solution | null> {
    const none = await this.#ask(new Set());
    if (none.kind === 'holds') this.#sets.push(new Set());
    if (none.kind === 'holds' || this.problem.count === 0)
      return this.#solution(none.kind === 'unknown' ? none : null);
    if (none.kind === 'unknown' && isFinal(none)) return this.#solution(none);
    const all = await this.#ask(new Set(numbersBelow(this.problem.count)));
    if (all.kind === 'unknown' && isFinal(all)) return this.#solution(all);
    if (this.#proposal(this.problem.count) === null) return this.#solution(null);
    if (none.kind === 'violated') await this.#strengthen(none.clause);
    return null;
  }

  async smallest(first: boolean): Promise<Solution> {
    for (;;) {
      const choice = this.#proposal(this.#sets[0]?.size ?? this.problem.count);
      if (choice === null) return this.#solution(null);
      const answer = await this.#ask(choice);
      if (answer.kind === 'violated') {
        await this.#strengthen(answer.clause);
        continue;
      }
      this.#dealtWith.push(allBut(choice, this.problem.count));
      if (answer.kind === 'holds') this.#sets.push(choice);
      else if (this.#undecided.push(answer) > maxUndecided || isFinal(answer)) return this.#solution(answer);
      if (first && this.#sets.length > 0) return { ...this.#solution(null), complete: false };
    }
  }

  #proposal(atMost: number): CandidateSet | null {
    const learnt = this.#counterexamples.map(({ clause }) => clause);
    return smallestChoice(this.problem.count, [...learnt, ...this.#dealtWith], atMost);
  }

  async #ask(choice: CandidateSet): Promise<ChoiceAnswer> {
    const key = [...choice].sort((a, b) => a - b).join();
    if (this.#sufficient.has(key)) return { kind: 'holds' };
    this.#queries++;
    const answer = await this.problem.ask(choice);
    if (answer.kind === 'holds') this.#sufficient.add(key);
    if (answer.kind === 'violated') {
      const { clause, property } = answer;
      this.#counterexamples.push({ choice, property, clause });
    }
    return answer;
  }

  /**
   * The largest sets that still have a counterexample make the shortest clauses: one candidate after the other is added
   * to all that the clause leaves free. Programs that are nearly right have few states, so this costs little.
   */
  async #strengthen({ some, unless }: CandidateClause): Promise<void> {
    if (unless.length > 0) return;
    let needed = some;
    for (const candidate of some) {
      if (needed.length < 2 || !needed.includes(candidate)) continue;
      const choice = new Set(
        numbersBelow(this.problem.count).filter((n) => n === candidate || !needed.includes(n)),
      );
      const known = this.#counterexamples.find(({ clause }) => !satisfies(choice, clause));
      const answer =
        known === undefined ? await this.#ask(choice) : ({ kind: 'violated', ...known } as const);
      if (answer.kind === 'violated' && answer.clause.unless.length === 0) needed = answer.clause.some;
      if (answer.kind === 'unknown' && isFinal(answer)) return;
    }
  }

  #solution(stop: UnknownAnswer | null): Solution {
    const [undecided = null] = this.#undecided;
    const isAnswer = this.#sets.length > 0 || stop === null;
    return {
      sets: this.#sets,
      minimal: isAnswer && (undecided === null ? true : 'relative'),
      complete: stop === null && undecided === null,
      stop: stop ?? (this.#sets.length === 0 ? undecided : null),
      counterexamples: this.#counterexamples,
      queries: this.#queries,
    };
  }
}

/** More time or memory will not be there for the next question, either. */
const isFinal = ({ reason }: UnknownAnswer): boolean => reason === 'timeout' || reason === 'interrupted';
