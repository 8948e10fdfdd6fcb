import type { Stop } from '../search/limits.js';
import { Pacer, worked } from '../search/pacer.js';
import { numbersBelow } from '../support/lists.js';
import type { CandidateSet, CandidateClause } from './clause.js';
import { allBut, satisfies } from './clause.js';
import { cheapestChoice, costOf } from './minimum.js';
import type {
  ChoiceAnswer,
  Counterexample,
  SelectionProblem,
  Solution,
  SolutionListener,
  UnknownAnswer,
} from './selection-problem.js';

/** Sets that could not be decided are passed over; with more of them, the whole question was too hard. */
const maxUndecided = 20;
/** Nobody reads more sets; there are so many where each of several fences has several places that do. */
const maxSets = 256;

/**
 * Implicit hitting sets: a cheapest set that satisfies what all counterexamples so far say is asked for, until one
 * suffices. Since every set that suffices satisfies all of that, none is cheaper. Then the same for others of that cost,
 * unless the first is enough.
 */
export async function cheapestSets(
  problem: SelectionProblem,
  first: boolean,
  known: SolutionListener = () => undefined,
): Promise<Solution> {
  const search = new ExtremesSearch(problem, known);
  return (await search.extremes()) ?? search.cheapest(first);
}

class ExtremesSearch {
  readonly #counterexamples: Counterexample[] = [];
  /** Sets that need not be proposed any more. */
  readonly #dealtWith: CandidateClause[] = [];
  readonly #answered = new Map<string, Exclude<ChoiceAnswer, { kind: 'violated' }>>();
  #pacer: Pacer;
  readonly #sets: CandidateSet[] = [];
  readonly #undecided: { readonly answer: UnknownAnswer; readonly cost: number }[] = [];
  #queries = 0;
  #best: CandidateSet | null = null;
  #atLeast = 0;

  constructor(
    private readonly problem: SelectionProblem,
    private readonly known: SolutionListener,
  ) {
    this.#pacer = new Pacer(problem.limits, () => undefined);
  }

  get #count(): number {
    return this.problem.costs.length;
  }

  #costOf(choice: CandidateSet): number {
    return costOf(choice, this.problem.costs);
  }

  /** None and all: if the former suffices, or if no set can, that is the answer. */
  async extremes(): Promise<Solution | null> {
    const none = await this.#ask(new Set());
    if (none.kind === 'holds') this.#sets.push(new Set());
    if (none.kind === 'holds' || this.#count === 0)
      return this.#solution(none.kind === 'unknown' ? none : null);
    if (none.kind === 'unknown' && isFinal(none)) return this.#solution(none);
    const all = await this.#ask(this.#many(() => true));
    if (all.kind === 'unknown' && isFinal(all)) return this.#solution(all);
    const proposal = await this.#proposal();
    if (proposal === null) return this.#solution(null);
    if ('reason' in proposal) return this.#solution(proposal);
    if (none.kind === 'violated') await this.#strengthen(none.clause);
    return null;
  }

  async cheapest(first: boolean): Promise<Solution> {
    for (;;) {
      const [known] = this.#sets;
      const choice = await this.#proposal(known === undefined ? undefined : this.#costOf(known));
      if (choice === null) return this.#solution(null);
      if ('reason' in choice) return this.#solution(choice);
      this.#atLeast = Math.max(this.#atLeast, this.#costOf(choice));
      const answer = await this.#ask(choice);
      if (answer.kind === 'violated') {
        await this.#strengthen(answer.clause);
        continue;
      }
      this.#dealtWith.push(allBut(choice, this.#count));
      if (answer.kind === 'holds') this.#found(choice);
      // Sets that were found before are not worse for that: those that are left cost as much.
      else if (isFinal(answer) || answer.reason === 'memory') return this.#solution(answer);
      else if (this.#undecided.push({ answer, cost: this.#costOf(choice) }) > maxUndecided)
        return this.#solution(answer);
      if (this.#sets.length >= (first ? 1 : maxSets)) return { ...this.#solution(null), complete: false };
    }
  }

  #found(choice: CandidateSet): void {
    const { limitsOnceFound } = this.problem;
    if (this.#sets.push(choice) === 1 && limitsOnceFound !== undefined)
      this.#pacer = new Pacer(limitsOnceFound, () => undefined);
  }

  /** All of these that may make a difference, and one more. */
  #many(isMeant: (candidate: number) => boolean, more: number | null = null): CandidateSet {
    const { isRedundant = () => false } = this.problem;
    return new Set(numbersBelow(this.#count).filter((n) => n === more || (isMeant(n) && !isRedundant(n))));
  }

  /** A cheapest set of those that may suffice; null: there is none. */
  async #proposal(atMost?: number): Promise<CandidateSet | UnknownAnswer | null> {
    const learnt = this.#counterexamples.map(({ clause }) => clause);
    const work = cheapestChoice(this.problem.costs, [...learnt, ...this.#dealtWith], atMost);
    const found = await worked(work, async () => this.#pacer.pause());
    return found === null || !('reason' in found) ? found : cutOff(found);
  }

  async #ask(choice: CandidateSet): Promise<ChoiceAnswer> {
    const key = [...choice].sort((a, b) => a - b).join();
    const known = this.#answered.get(key);
    if (known !== undefined) return known;
    // Questions with few states never look at the signal.
    const stop = this.#queries === 0 ? null : await this.#pacer.pause();
    if (stop !== null) return cutOff(stop);
    if (this.#queries > 0) this.known((why) => this.#solution(why));
    this.#queries++;
    const answer = await this.problem.ask(choice);
    if (answer.kind !== 'violated') this.#answered.set(key, answer);
    if (answer.kind === 'holds') {
      if (this.#best === null || this.#costOf(choice) < this.#costOf(this.#best)) this.#best = choice;
    }
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
      const choice = this.#many((n) => !needed.includes(n), candidate);
      const known = this.#counterexamples.find(({ clause }) => !satisfies(choice, clause));
      const answer =
        known === undefined ? await this.#ask(choice) : ({ kind: 'violated', ...known } as const);
      if (answer.kind === 'violated' && answer.clause.unless.length === 0) needed = answer.clause.some;
      if (answer.kind === 'unknown' && isFinal(answer)) return;
    }
  }

  #solution(stop: UnknownAnswer | null): Solution {
    const undecided = this.#undecided[0]?.answer ?? null;
    // Those that cost as much leave open only whether there are other sets.
    const least = Math.min(...this.#sets.map((set) => this.#costOf(set)));
    const isOpen = this.#undecided.some(({ cost }) => cost < least);
    const isAnswer = this.#sets.length > 0 || stop === null;
    return {
      sets: [...this.#sets],
      minimal: isAnswer && (isOpen ? 'relative' : true),
      complete: stop === null && undecided === null,
      stop: stop ?? (this.#sets.length === 0 ? undecided : null),
      counterexamples: [...this.#counterexamples],
      queries: this.#queries,
      atLeast: this.#atLeast,
      sufficient: this.#best,
      undecided,
    };
  }
}

const cutOff = ({ reason, why }: Stop): UnknownAnswer => ({ kind: 'unknown', reason, detail: why });

/**
 * More time will not be there for the next question, either. More memory will not be there for a set that costs as much or more;
 * large sets, which leave few states, may do with less.
 */
const isFinal = ({ reason }: UnknownAnswer): boolean => reason === 'timeout' || reason === 'interrupted';
