import { at } from '../../../support/invariant.js';
import { areEqual, factSize, isBefore, isBelow, isIn, isNotValue, isNumeric, isValue } from './facts.js';
import type { EventHistory } from './event-history.js';
import { Comparisons } from './numeric-closure.js';
import type { BackwardProblem } from './problem.js';
import { signatureOf } from './signature.js';
import type { CubeSignature } from './signature.js';
import { firstOf, isRead, readerOf, secondOf, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/** Which pending reads are reached by the reads and writes that come earlier: bits, by place in `Cube.reads`. */
export interface ReadReach {
  /** From each pending read; itself included. */
  readonly fromRead: Int32Array;
  /** From an earlier read of each process. */
  readonly fromReadOf: Int32Array;
  /** From an earlier write of each process. */
  readonly fromWriteOf: Int32Array;
  /** From an earlier access to a cell: codes in order, and bits that are not 0. */
  readonly cells: Int32Array;
  readonly fromCell: Int32Array;
}

/** Where a cube comes from: a step back from its parent, or a clause of the system. */
export type CubeOrigin =
  | { readonly kind: 'unsafe' | 'invariant'; readonly clause: number }
  | {
      readonly kind: 'step';
      readonly parent: Cube;
      readonly transition: number;
      /** By the processes of the parent, and new ones after them. */
      readonly procs: readonly number[];
      /** Of the parent's processes and the new ones: which they are here; -1: nothing is known of them any more. */
      readonly here: readonly number[];
    }
  /** A cube that has more states than `of`, by intent. */
  | { readonly kind: 'guess'; readonly of: Cube };

/** The order in which a cube's facts are looked for in another. */
export interface MatchingOrder {
  /** Places of facts that are no comparisons of numbers, by the last process that they speak of (none: first). */
  readonly places: Int32Array;
  /** Where those of each process begin. */
  readonly starts: Int32Array;
}

/** Some different processes, and facts about them: all states in which there are such processes. */
export class Cube {
  readonly #starts: Int32Array;
  #plan: MatchingOrder | null = null;
  readonly signature: CubeSignature;
  #comparisons: Comparisons | null = null;
  /** What was found out about comparisons that are asked for again and again. */
  readonly #implied = new Map<number, Map<number, boolean>>();

  constructor(
    readonly problem: BackwardProblem,
    readonly procs: number,
    readonly facts: Int32Array,
    /** Codes in order. */
    readonly reads: Int32Array,
    readonly reach: ReadReach,
    readonly origin: CubeOrigin,
    /** All events and their orders, where none is left out; then the cube has no `reach`. */
    readonly history: EventHistory | null,
  ) {
    this.#starts = startsOf(facts);
    this.signature = signatureOf(facts);
  }

  /** Only what is kept needs one. */
  get plan(): MatchingOrder {
    this.#plan ??= planned(this.problem, this.procs, this.facts);
    return this.#plan;
  }

  get size(): number {
    return this.facts.length / factSize;
  }

  /** With as many processes, and the same pending reads. */
  with(facts: Int32Array, origin: CubeOrigin): Cube {
    return new Cube(this.problem, this.procs, facts, this.reads, this.reach, origin, this.history);
  }

  /** The places of facts of this kind: from, to. */
  from(kind: number): number {
    return at(this.#starts, kind);
  }

  /** Whether the comparisons of numbers imply one at `f` of `others`. */
  impliesNumeric(others: ArrayLike<number>, f: number): boolean {
    if (this.from(isBelow) === this.from(isBelow + 1)) return false;
    this.#comparisons ??= new Comparisons(this.facts, this.problem.numbers);
    const comparisons = this.#comparisons;
    if (!comparisons.mayImply(at(others, f), at(others, f + 1), at(others, f + 2))) return false;
    const [kind, a, b, bound] = [at(others, f), at(others, f + 1), at(others, f + 2), at(others, f + 3)];
    const subject = a * 2 + (kind === isBelow ? 1 : 0);
    let known = this.#implied.get(subject);
    if (known === undefined) this.#implied.set(subject, (known = new Map<number, boolean>()));
    const claim = b * 2 ** 24 + bound;
    let answer = known.get(claim);
    if (answer === undefined) known.set(claim, (answer = comparisons.imply(others, f)));
    return answer;
  }

  /** The place of the first fact of this kind about the term that is not before it. */
  #seek(kind: number, term: number): number {
    let [low, high] = [this.from(kind), this.from(kind + 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(this.facts, middle * factSize + 1) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The values that a term of a small enumeration may have. */
  setOf(term: number): number {
    const place = this.#seek(isIn, term);
    if (place < this.from(isIn + 1) && at(this.facts, place * factSize + 1) === term) {
      return at(this.facts, place * factSize + 2);
    }
    return at(this.problem.full, symbolOf(term));
  }

  /** The value that a term has, -1 if that is open. */
  valueOf(term: number): number {
    const place = this.#seek(isValue, term);
    if (place < this.from(isValue + 1) && at(this.facts, place * factSize + 1) === term) {
      return at(this.facts, place * factSize + 2);
    }
    return -1;
  }

  /** Whether there is a fact of just these terms; kinds without a bound. */
  has(kind: number, a: number, b: number): boolean {
    for (let place = this.#seek(kind, a); place < this.from(kind + 1); place++) {
      if (at(this.facts, place * factSize + 1) !== a) return false;
      if (at(this.facts, place * factSize + 2) === b) return true;
    }
    return false;
  }
}

/** Facts are sorted by kind: where each kind begins, as a number of facts. */
function startsOf(facts: Int32Array): Int32Array {
  const starts = new Int32Array(isBefore + 2);
  const count = facts.length / factSize;
  let place = 0;
  for (let kind = 0; kind <= isBefore + 1; kind++) {
    while (place < count && at(facts, place * factSize) < kind) place++;
    starts[kind] = place;
  }
  return starts;
}

function planned(problem: BackwardProblem, procs: number, facts: Int32Array): MatchingOrder {
  const unordered: number[] = [];
  const levels: number[] = [];
  for (let place = 0; place < facts.length / factSize; place++) {
    levels.push(Math.max(-1, ...processesOf(problem, facts, place * factSize)) + 1);
    if (!isNumeric(at(facts, place * factSize))) unordered.push(place);
  }
  const places = Int32Array.from(unordered).sort((a, b) => at(levels, a) - at(levels, b));
  const starts = new Int32Array(procs + 2);
  for (const place of places) starts[at(levels, place) + 1] = at(starts, at(levels, place) + 1) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = at(starts, i) + at(starts, i - 1);
  return { places, starts };
}

/** The processes that the fact at `f` speaks of. */
export function processesOf(problem: BackwardProblem, facts: Int32Array, f: number): readonly number[] {
  const [kind, a, b] = [at(facts, f), at(facts, f + 1), at(facts, f + 2)];
  if (kind === isBefore) return [a, b];
  const terms = [a, ...(kind >= areEqual ? [b] : [])].filter((term) => term >= 0);
  const ofTerms = terms.flatMap((term) => procsOf(problem, term));
  const isProc = (kind === isValue || kind === isNotValue) && at(problem.sorts, symbolOf(a)) === 'proc';
  return isProc ? [...ofTerms, b] : ofTerms;
}

/** The processes that a term speaks of. */
export function procsOf(problem: BackwardProblem, term: TermCode): readonly number[] {
  const arity = at(problem.arities, symbolOf(term));
  const indices = [firstOf(term), secondOf(term)].slice(0, arity);
  return isRead(term) ? [...indices, readerOf(term)] : indices;
}
