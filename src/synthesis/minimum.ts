import { at } from '../support/invariant.js';
import { numbersBelow } from '../support/lists.js';
import type { CandidateSet, CandidateClause } from './clause.js';

/**
 * One of the cheapest sets of candidates that satisfy all clauses; null if there is none that costs so little. That may
 * take long where clauses overlap much, so the work has pauses.
 */
export const cheapestChoice = (
  costs: readonly number[],
  clauses: readonly CandidateClause[],
  atMost: number = costOf(numbersBelow(costs.length), costs),
): Generator<undefined, CandidateSet | null> => new Minimum(costs, clauses, atMost).search();

/** What a set costs. */
export const costOf = (choice: Iterable<number>, costs: readonly number[]): number =>
  [...choice].reduce((sum, n) => sum + at(costs, n), 0);

const undecided = 0;
const inside = 1;
const outside = -1;

/** With thousands of clauses these take some milliseconds. */
const looksAtOnce = 32;

/**
 * Branch and bound. A clause that is not satisfied yet needs one of its open literals: they are tried one after the other,
 * each with those before it refused. Clauses without a common candidate need a member each, which bounds the cost from below.
 */
class Minimum {
  readonly #state: Int8Array;
  #cost = 0;
  #best: readonly number[] | null = null;
  #bestCost = Infinity;
  #looks = 0;
  /** How often candidates are asked for: those that satisfy most are tried first. */
  readonly #weight: readonly number[];
  /** What excludes one set alone has a member of each candidate: it says little until nearly all is settled. */
  readonly #excluded: readonly CandidateClause[];
  readonly #asked: readonly CandidateClause[];

  constructor(
    private readonly costs: readonly number[],
    clauses: readonly CandidateClause[],
    /** Sets that cost more are of no interest. */
    private readonly atMost: number,
  ) {
    this.#state = new Int8Array(costs.length);
    const isExclusion = ({ some, unless }: CandidateClause): boolean =>
      unless.length > 0 && some.length + unless.length >= costs.length;
    this.#excluded = clauses.filter(isExclusion);
    this.#asked = clauses.filter((clause) => !isExclusion(clause));
    this.#weight = costs.map((cost, n) =>
      clauses.reduce((sum, c) => sum + (c.some.includes(n) ? 1 / c.some.length : 0) / (cost || 1), 0),
    );
  }

  *search(): Generator<undefined, CandidateSet | null> {
    yield* this.#descend();
    return this.#best === null ? null : new Set(this.#best);
  }

  *#descend(): Generator<undefined, void> {
    if (++this.#looks % looksAtOnce === 0) yield;
    const { branch, least } = this.#look();
    const cost = this.#cost + least;
    if (cost > this.atMost || (this.#best !== null && cost >= this.#bestCost)) return;
    if (branch === null) {
      this.#best = numbersBelow(this.costs.length).filter((n) => this.#state[n] === inside);
      this.#bestCost = this.#cost;
      return;
    }
    const { some, unless } = branch;
    const byWeight = some.toSorted((a, b) => at(this.#weight, b) - at(this.#weight, a) || a - b);
    // What costs nothing comes first.
    for (const n of unless) yield* this.#try(n, outside);
    for (const n of byWeight) yield* this.#try(n, inside);
    for (const n of [...unless, ...some]) this.#set(n, undecided);
  }

  /** Leaves it at the opposite. */
  *#try(n: number, state: number): Generator<undefined, void> {
    this.#set(n, state);
    yield* this.#descend();
    this.#set(n, -state);
  }

  #set(n: number, state: number): void {
    if (this.#state[n] === inside) this.#cost -= at(this.costs, n);
    if (state === inside) this.#cost += at(this.costs, n);
    this.#state[n] = state;
  }

  /** What is open of an unsatisfied clause that has least, and what members that are still needed cost at least. */
  #look(): { readonly branch: CandidateClause | null; readonly least: number } {
    const open = this.#openOf(this.#asked);
    const first = open[0] ?? this.#openOf(this.#excluded)[0];
    if (first === undefined) return { branch: null, least: 0 };
    if (first.some.length + first.unless.length === 0) return { branch: first, least: Infinity };
    const used = new Set<number>();
    let least = 0;
    for (const { some, unless } of open) {
      if (unless.length > 0 || some.some((n) => used.has(n))) continue;
      for (const n of some) used.add(n);
      least += Math.min(...some.map((n) => at(this.costs, n)));
    }
    return { branch: first, least };
  }

  /** What is open of those that are not satisfied, the shortest first. */
  #openOf(clauses: readonly CandidateClause[]): readonly CandidateClause[] {
    const isOpen = (n: number): boolean => this.#state[n] === undecided;
    return clauses
      .filter((clause) => !this.#isSatisfied(clause))
      .map(({ some, unless }) => ({ some: some.filter(isOpen), unless: unless.filter(isOpen) }))
      .sort((a, b) => a.some.length + a.unless.length - b.some.length - b.unless.length);
  }

  #isSatisfied({ some, unless }: CandidateClause): boolean {
    return some.some((n) => this.#state[n] === inside) || unless.some((n) => this.#state[n] === outside);
  }
}
