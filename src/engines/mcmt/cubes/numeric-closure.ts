import { at } from '../../../support/invariant.js';
import type { Bounds, SymbolSum } from './bounds.js';
import { feasible, Inequalities } from './elimination.js';
import type { Solvability } from './elimination.js';
import { factSize, isBelow, isNotExactly } from './facts.js';
import type { IntegerOracle } from './integer-oracle.js';

/** What comparisons of numbers are about. Variables are terms, and constants of the system as negative numbers. */
export interface NumericSetting {
  readonly bounds: Bounds;
  /** Of a variable of a row. */
  readonly isInteger: (variable: number) => boolean;
  /** Called for every question. */
  readonly asked: () => void;
  readonly oracle: IntegerOracle;
}

export const constantVariable = (symbol: number): number => -2 - symbol;

/** The comparisons among some facts. */
export class Comparisons {
  /** `sum of factor * variable <= limit`, or `<`. */
  readonly #rows: Inequalities;
  /** Columns of `#rows`. */
  readonly #places = new Map<number, number>();
  readonly #isInteger: boolean[] = [];
  /** So many facts say what something is not. */
  #unequal = 0;

  constructor(
    private readonly facts: ArrayLike<number>,
    private readonly numbers: NumericSetting,
  ) {
    let below = 0;
    for (let f = 0; f < facts.length; f += factSize) {
      if (facts[f] !== isNotExactly && facts[f] !== isBelow) continue;
      this.#open(facts, f);
      if (facts[f] === isBelow) below++;
      else this.#unequal++;
    }
    this.#rows = new Inequalities(this.#isInteger, below);
    for (let f = 0; f < facts.length; f += factSize) {
      if (facts[f] === isBelow) this.#add(this.#rows, facts, f, 1);
    }
  }

  get count(): number {
    return this.#rows.count;
  }

  /** Whether numbers satisfy the facts; "yes" may be wrong, "no" never is. */
  mayHold(): boolean {
    const { facts, numbers } = this;
    if (this.count === 0) return true;
    numbers.asked();
    const answer = feasible(this.#rows);
    if (answer === 'no') return false;
    let isOpen = answer === 'perhaps';
    const unequal = new Inequalities(this.#isInteger, this.#unequal);
    for (let f = 0; f < facts.length; f += factSize) {
      if (facts[f] !== isNotExactly) continue;
      this.#add(unequal, facts, f, 1);
      const less = this.#apart(facts, f, 1);
      if (less === 'yes') continue;
      const more = this.#apart(facts, f, -1);
      // It is exactly that everywhere if it can be neither more nor less.
      if (less === 'no' && more === 'no') return false;
      isOpen ||= more !== 'yes';
    }
    // Of rationals each alone excludes next to nothing; integers there may be only a few.
    const mayBeFew = unequal.count > 1 && this.#isInteger.includes(true);
    if (!isOpen && !mayBeFew) return true;
    return !this.#isInteger.every(Boolean) || numbers.oracle.mayHold(this.#rows, unequal);
  }

  #apart(facts: ArrayLike<number>, f: number, sign: number): Solvability {
    const rows = this.#rows.copy();
    this.#add(rows, facts, f, sign);
    rows.makeStrict();
    return feasible(rows);
  }

  /** Whether the facts imply the fact at `f` of `others`, a comparison of numbers. "Yes" is never wrong. */
  imply(others: ArrayLike<number>, f: number): boolean {
    const { numbers } = this;
    numbers.asked();
    // The columns are those of the facts: of other variables nothing is known, and nothing follows.
    if (!this.#sumOf(others, f).every(([variable]) => this.#places.has(variable))) return false;
    const rows = this.#rows.copy();
    this.#add(rows, others, f, 1);
    if (others[f] === isBelow) rows.negate();
    else this.#add(rows, others, f, -1);
    const answer = feasible(rows);
    if (answer !== 'perhaps' || !this.#isInteger.every(Boolean)) return answer === 'no';
    return !numbers.oracle.mayHold(rows, new Inequalities(this.#isInteger, 0));
  }

  /** Whether it is worth asking: something has to bound `a` from above and `b` from below, or for "not exactly" the other way round. */
  mayImply(kind: number, a: number, b: number): boolean {
    const upwards = this.#isBounded(a, 1) && this.#isBounded(b, -1);
    return kind === isBelow ? upwards : upwards || (this.#isBounded(a, -1) && this.#isBounded(b, 1));
  }

  #isBounded(variable: number, sign: number): boolean {
    if (variable < 0) return true;
    const column = this.#places.get(variable);
    return column !== undefined && this.#rows.hasSign(column, sign);
  }

  /** A column for each variable of the fact. */
  #open(facts: ArrayLike<number>, f: number): void {
    for (const [variable] of this.#sumOf(facts, f)) {
      if (this.#places.has(variable)) continue;
      this.#places.set(variable, this.#places.size);
      this.#isInteger.push(this.numbers.isInteger(variable));
    }
  }

  /** `a - b <= limit - sum`; with the sign -1, `>=`. */
  #add(rows: Inequalities, facts: ArrayLike<number>, f: number, sign: number): void {
    const { limit, strict } = this.numbers.bounds.get(facts[f + 3] ?? 0);
    const row = rows.push(sign * limit, strict);
    for (const [variable, factor] of this.#sumOf(facts, f))
      rows.add(row, this.#places.get(variable) ?? -1, sign * factor);
  }

  /** The left side of the fact, its constants among the variables. */
  #sumOf(facts: ArrayLike<number>, f: number): SymbolSum {
    const { bounds } = this.numbers;
    const [a, b] = [facts[f + 1] ?? -1, facts[f + 2] ?? -1];
    const sum: (readonly [number, number])[] = [];
    if (a >= 0) sum.push([a, 1]);
    if (b >= 0) sum.push([b, -1]);
    for (const [symbol, factor] of at(bounds.sums, bounds.get(facts[f + 3] ?? 0).sum))
      sum.push([constantVariable(symbol), factor]);
    return sum;
  }
}
