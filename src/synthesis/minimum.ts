import { at } from '../support/invariant.js';
import { numbersBelow } from '../support/lists.js';
import type { CandidateSet, CandidateClause } from './clause.js';

/** One of the smallest sets of 0 ... count - 1 that satisfy all clauses; null if there is none of at most that size. */
export function smallestChoice(
  count: number,
  clauses: readonly CandidateClause[],
  atMost: number = count,
): CandidateSet | null {
  return new Minimum(count, clauses, atMost).search();
}

const undecided = 0;
const inside = 1;
const outside = -1;

/**
 * Branch and bound. A clause that is not satisfied yet needs one of its open literals: they are tried one after the other,
 * each with those before it refused. Clauses without a common candidate need a member each, which bounds the size from below.
 */
class Minimum {
  readonly #state: Int8Array;
  #size = 0;
  #best: readonly number[] | null = null;
  /** How often candidates are asked for: those that satisfy most are tried first. */
  readonly #weight: readonly number[];

  constructor(
    private readonly count: number,
    private readonly clauses: readonly CandidateClause[],
    /** Larger sets are of no interest. */
    private limit: number,
  ) {
    this.#state = new Int8Array(count);
    this.#weight = numbersBelow(count).map((n) =>
      clauses.reduce((sum, c) => sum + (c.some.includes(n) ? 1 / c.some.length : 0), 0),
    );
  }

  search(): CandidateSet | null {
    this.#descend();
    return this.#best === null ? null : new Set(this.#best);
  }

  #descend(): void {
    const { branch, least } = this.#look();
    if (this.#size + least > this.limit) return;
    if (branch === null) {
      this.#best = numbersBelow(this.count).filter((n) => this.#state[n] === inside);
      this.limit = this.#size - 1;
      return;
    }
    const { some, unless } = branch;
    const byWeight = some.toSorted((a, b) => at(this.#weight, b) - at(this.#weight, a) || a - b);
    // What costs nothing comes first.
    for (const n of unless) this.#try(n, outside);
    for (const n of byWeight) this.#try(n, inside);
    for (const n of [...unless, ...some]) this.#set(n, undecided);
  }

  /** Leaves it at the opposite. */
  #try(n: number, state: number): void {
    this.#set(n, state);
    this.#descend();
    this.#set(n, -state);
  }

  #set(n: number, state: number): void {
    if (this.#state[n] === inside) this.#size--;
    if (state === inside) this.#size++;
    this.#state[n] = state;
  }

  /** What is open of an unsatisfied clause that has least, and how many members are still needed at least. */
  #look(): { readonly branch: CandidateClause | null; readonly least: number } {
    const isOpen = (n: number): boolean => this.#state[n] === undecided;
    const open = this.clauses
      .filter((clause) => !this.#isSatisfied(clause))
      .map(({ some, unless }) => ({ some: some.filter(isOpen), unless: unless.filter(isOpen) }))
      .sort((a, b) => a.some.length + a.unless.length - b.some.length - b.unless.length);
    const [first] = open;
    if (first === undefined) return { branch: null, least: 0 };
    if (first.some.length + first.unless.length === 0) return { branch: first, least: Infinity };
    const used = new Set<number>();
    let least = 0;
    for (const { some, unless } of open) {
      if (unless.length > 0 || some.some((n) => used.has(n))) continue;
      for (const n of some) used.add(n);
      least++;
    }
    return { branch: first, least };
  }

  #isSatisfied({ some, unless }: CandidateClause): boolean {
    return some.some((n) => this.#state[n] === inside) || unless.some((n) => this.#state[n] === outside);
  }
}
