import { at } from '../support/invariant.js';
import type { CandidateSet, CandidateClause } from './clause.js';

/** One of the smallest sets of 0 ... count - 1 that satisfy all clauses; null if there is none of at most that size. */
export function smallestChoice(
  count: number,
  clauses: readonly CandidateClause[],
  atMost: number = count,
): CandidateSet | null {
  return new Minimum(count, clauses).search(atMost);
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
  #limit = 0;
  /** How often candidates are asked for: those that satisfy most are tried first. */
  readonly #weight: readonly number[];

  constructor(
    private readonly count: number,
    private readonly clauses: readonly CandidateClause[],
  ) {
    this.#state = new Int8Array(count);
    this.#weight = Array.from({ length: count }, (_, n) =>
      clauses.reduce((sum, c) => sum + (c.some.includes(n) ? 1 / c.some.length : 0), 0),
    );
  }

  search(atMost: number): CandidateSet | null {
    this.#limit = atMost;
    this.#descend();
    return this.#best === null ? null : new Set(this.#best);
  }

  #descend(): void {
    const { branch, least } = this.#look();
    if (this.#size + least > this.#limit) return;
    if (branch === null) {
      this.#best = Array.from({ length: this.count }, (_, n) => n).filter((n) => this.#state[n] === inside);
      // From here on only smaller ones are of interest.
      this.#limit = this.#size - 1;
      return;
    }
    const refused: number[] = [];
    // What costs nothing comes first.
    for (const n of branch.unless) {
      if (this.#state[n] !== undecided) continue;
      this.#decide(n, outside, () => this.#descend());
      this.#set(n, inside);
      refused.push(n);
    }
    for (const n of this.#byWeight(branch.some)) {
      if (this.#state[n] !== undecided) continue;
      this.#decide(n, inside, () => this.#descend());
      this.#set(n, outside);
      refused.push(n);
    }
    for (const n of refused) this.#set(n, undecided);
  }

  #decide(n: number, state: number, then: () => void): void {
    this.#set(n, state);
    then();
    this.#set(n, undecided);
  }

  #set(n: number, state: number): void {
    if (this.#state[n] === inside) this.#size--;
    if (state === inside) this.#size++;
    this.#state[n] = state;
  }

  #byWeight(candidates: readonly number[]): readonly number[] {
    return candidates.toSorted((a, b) => at(this.#weight, b) - at(this.#weight, a) || a - b);
  }

  /** An unsatisfied clause with the fewest open literals, and how many members are still needed at least. */
  #look(): { readonly branch: CandidateClause | null; readonly least: number } {
    const open = this.clauses
      .filter((c) => !this.#isSatisfied(c))
      .map((clause) => ({ clause, literals: this.#openLiterals(clause) }))
      .sort((a, b) => a.literals - b.literals);
    const [first] = open;
    if (first === undefined) return { branch: null, least: 0 };
    if (first.literals === 0) return { branch: first.clause, least: Infinity };
    const used = new Set<number>();
    let least = 0;
    for (const { clause } of open) {
      const wanted = clause.some.filter((n) => this.#state[n] === undecided);
      const isFree = clause.unless.some((n) => this.#state[n] === undecided);
      if (isFree || wanted.some((n) => used.has(n))) continue;
      for (const n of wanted) used.add(n);
      least++;
    }
    return { branch: first.clause, least };
  }

  #isSatisfied({ some, unless }: CandidateClause): boolean {
    return some.some((n) => this.#state[n] === inside) || unless.some((n) => this.#state[n] === outside);
  }

  #openLiterals({ some, unless }: CandidateClause): number {
    const isOpen = (n: number): boolean => this.#state[n] === undecided;
    return some.filter(isOpen).length + unless.filter(isOpen).length;
  }
}
