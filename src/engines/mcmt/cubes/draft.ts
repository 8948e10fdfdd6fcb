import { at } from '../../../support/invariant.js';
import { addSums, tighter } from './bounds.js';
import { closed } from './closure.js';
import {
  areEqual,
  areUnequal,
  factSize,
  isBefore,
  isBelow,
  isIn,
  isNotExactly,
  isNotValue,
  isValue,
} from './facts.js';
import type { BackwardProblem } from './problem.js';
import { noTerm, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** A point to go back to. */
export interface DraftMark {
  readonly sets: number;
  readonly trail: number;
  readonly others: number;
}

/**
 * Facts as they come together: `false` from any of the `add...` says that they contradict each other, and there is no use in
 * going on. What is not noticed there, `close` may notice. Alternatives are tried by marking, adding, and going back.
 */
export class CubeDraft {
  /** `isIn` facts: of each term at most one. */
  readonly #terms: TermCode[] = [];
  readonly #sets: number[] = [];
  /** Pairs of a place in `#sets` and what stood there. */
  readonly #trail: number[] = [];
  /** All other facts, four numbers each. */
  readonly #others: number[] = [];

  constructor(readonly problem: BackwardProblem) {}

  /** All that is no set of values, as it was added. */
  get others(): readonly number[] {
    return this.#others;
  }

  mark(): DraftMark {
    return { sets: this.#terms.length, trail: this.#trail.length, others: this.#others.length };
  }

  back({ sets, trail, others }: DraftMark): void {
    while (this.#trail.length > trail) {
      const set = this.#trail.pop() ?? 0;
      this.#sets[this.#trail.pop() ?? 0] = set;
    }
    this.#terms.length = sets;
    this.#sets.length = sets;
    this.#others.length = others;
  }

  /** The values that a term of a small enumeration may still have. */
  setOf(term: TermCode): number {
    const place = this.#terms.indexOf(term);
    return place < 0 ? at(this.problem.full, symbolOf(term)) : at(this.#sets, place);
  }

  addIn(term: TermCode, set: number): boolean {
    const place = this.#terms.indexOf(term);
    if (place >= 0) {
      const before = at(this.#sets, place);
      const after = before & set;
      if (after === before) return true;
      this.#trail.push(place, before);
      this.#sets[place] = after;
      return after !== 0;
    }
    const full = at(this.problem.full, symbolOf(term));
    if ((set & full) === full) return true;
    if ((set & full) === 0) return false;
    this.#terms.push(term);
    this.#sets.push(set & full);
    return true;
  }

  /** That the term has the value, or that it has not. */
  addValue(equal: boolean, term: TermCode, value: number): boolean {
    for (let f = 0; f < this.#others.length; f += factSize) {
      if (this.#others[f + 1] !== term) continue;
      const same = this.#others[f + 2] === value;
      if (this.#others[f] === isValue) return same === equal;
      if (this.#others[f] === isNotValue && same) return !equal;
    }
    this.#others.push(equal ? isValue : isNotValue, term, value, 0);
    return true;
  }

  addEqual(equal: boolean, a: TermCode, b: TermCode): boolean {
    if (a === b) return equal;
    this.#others.push(equal ? areEqual : areUnequal, Math.min(a, b), Math.max(a, b), 0);
    return true;
  }

  /** `a - b + sum <= limit`, or `<`. */
  addBelow(a: TermCode, b: TermCode, sum: number, limit: number, strict: boolean): boolean {
    const { bounds } = this.problem;
    if (a === b) {
      if (sum === 0) return limit > 0 || (limit === 0 && !strict);
      if (a !== noTerm) return this.addBelow(noTerm, noTerm, sum, limit, strict);
    }
    const id = bounds.id(sum, limit, strict);
    for (let f = 0; f < this.#others.length; f += factSize) {
      if (this.#others[f] !== isBelow || this.#others[f + 1] !== a || this.#others[f + 2] !== b) continue;
      const there = bounds.get(this.#others[f + 3] ?? 0);
      if (there.sum === sum && tighter(there, bounds.get(id))) return true;
    }
    this.#others.push(isBelow, a, b, id);
    return true;
  }

  /** `a - b + sum` is not `limit`. */
  addNotExactly(a: TermCode, b: TermCode, sum: number, limit: number): boolean {
    if (a === b) {
      if (sum === 0) return limit !== 0;
      if (a !== noTerm) return this.addNotExactly(noTerm, noTerm, sum, limit);
    }
    this.#others.push(isNotExactly, a, b, this.problem.bounds.id(sum, limit, false));
    return true;
  }

  /** Different processes only. #1, #2, ... are before all others. */
  addBefore(first: number, second: number): boolean {
    const { pinned } = this.problem;
    if (first < pinned || second < pinned) return first < second;
    for (let f = 0; f < this.#others.length; f += factSize) {
      if (this.#others[f] !== isBefore) continue;
      if (this.#others[f + 1] === second && this.#others[f + 2] === first) return false;
    }
    this.#others.push(isBefore, first, second, 0);
    return true;
  }

  /** What a comparison of numbers says not. */
  addOpposite(kind: number, a: number, b: number, c: number): boolean {
    const { bounds } = this.problem;
    const { sum, limit, strict } = bounds.get(c);
    const minus = bounds.sumId(addSums([], at(bounds.sums, sum), -1));
    if (kind === isBelow) return this.addBelow(b, a, minus, -limit, !strict);
    return this.addBelow(a, b, sum, limit, false) && this.addBelow(b, a, minus, -limit, false);
  }

  /** All facts in order, with what follows from them; null if they contradict each other. */
  close(): Int32Array | null {
    const facts: number[] = [];
    this.#terms.forEach((term, i) => facts.push(isIn, term, at(this.#sets, i), 0));
    for (const number of this.#others) facts.push(number);
    return closed(facts, this.problem, this.#others.length > 0);
  }
}
