import { at } from '../../support/invariant.js';
import { resized } from '../../support/lists.js';
import {
  areDisjoint,
  bitCount,
  exclude,
  firstOf,
  has,
  include,
  intersect,
  isEmpty,
  subtract,
  wordsFor,
} from '../bits.js';
import { isPositive, literalCode, predicateOf } from './literals.js';
import type { CubeCode, LiteralCode } from './literals.js';
import type { LooseEnds } from './loose-ends.js';

/** What became of a cube that no known model satisfies. */
export type CubeJudgement =
  /** It has been dealt with, and nothing that contains it is wanted. */
  | { readonly kind: 'done' }
  /** A model that satisfies it: for each literal whether it holds (bit p of the words: predicate p). */
  | { readonly kind: 'countered'; readonly truth: Int32Array };

export interface HittingSetProblem {
  readonly predicates: number;
  readonly maxSize: number;
  /** Of the cube; it need not be reached with loose ends left. */
  readonly ends: LooseEnds;
  /** Called with each cube that no known model satisfies, though each part of it is satisfied by one; in order. */
  readonly judge: (cube: CubeCode) => CubeJudgement;
}

/** One level of the search: the cube chosen so far, and what could be added to it. */
interface SearchLevel {
  /** Models that satisfy the cube. */
  open: Int32Array;
  /** For each literal of the cube, models in which it is the only one that fails. */
  critical: Int32Array[];
  /** The predicates that may still be added, in this frame or below it, and those whose negations may. */
  readonly positive: Int32Array;
  readonly negative: Int32Array;
  readonly branches: LiteralCode[];
  next: number;
}

/**
 * All smallest cubes that no model satisfies. A cube excludes a model if one of its literals fails there, so what is looked
 * for are the minimal sets of literals that hit, for each model, the set of those that fail in it. Depth first (as MMCS
 * does): a model that is not hit yet tells what can be added, and a literal that hits no model by itself must not be there.
 * Models become known during the search, and what was given up before is only sure to be right for the models known then; so
 * the search is repeated until it meets no new one.
 */
export class HittingSets {
  readonly #words: number;
  /** By literal: the models in which it holds. */
  #satisfied: Int32Array[];
  /** By model: which predicates hold. */
  #truth: Int32Array;
  #models = 0;
  #capacity = 4;
  readonly #frames: SearchLevel[];
  readonly #cube: LiteralCode[] = [];
  #depth = -1;
  #atStart = 0;

  constructor(private readonly problem: HittingSetProblem) {
    const { predicates, maxSize } = problem;
    this.#words = wordsFor(predicates);
    this.#truth = new Int32Array(this.#words * this.#capacity * 32);
    this.#satisfied = Array.from({ length: 2 * predicates }, () => new Int32Array(this.#capacity));
    this.#frames = Array.from({ length: maxSize + 1 }, (_, depth) => ({
      open: new Int32Array(this.#capacity),
      critical: Array.from({ length: depth }, () => new Int32Array(this.#capacity)),
      positive: new Int32Array(this.#words),
      negative: new Int32Array(this.#words),
      branches: [],
      next: 0,
    }));
  }

  /** Before the search. */
  addModel(truth: Int32Array): void {
    const model = this.#models++;
    if (this.#models > 32 * this.#capacity) this.#enlarge();
    this.#truth.set(truth, model * this.#words);
    for (let p = 0; p < this.problem.predicates; p++) {
      include(at(this.#satisfied, literalCode(p, has(truth, p))), model);
    }
  }

  /** Searches on for a while; true when the search has ended. */
  run(steps: number): boolean {
    if (this.#depth < 0) this.#begin();
    for (let step = 0; step < steps; step++) {
      const frame = at(this.#frames, this.#depth);
      const literal = frame.branches[frame.next];
      if (literal !== undefined) {
        frame.next++;
        if (!this.#descend(frame, literal)) allow(frame, literal);
      } else if (this.#depth > 0) this.#ascend();
      else if (this.#models > this.#atStart) this.#begin();
      else return true;
    }
    return false;
  }

  #begin(): void {
    this.#depth = 0;
    this.#atStart = this.#models;
    const root = at(this.#frames, 0);
    for (let m = 0; m < this.#models; m++) include(root.open, m);
    for (let p = 0; p < this.problem.predicates; p++) {
      include(root.positive, p);
      include(root.negative, p);
    }
    this.#enter(root);
  }

  /** Adds the literal to the cube, unless a literal of the cube would have nothing left to do. */
  #descend(frame: SearchLevel, literal: LiteralCode): boolean {
    const below = at(this.#frames, this.#depth + 1);
    const holds = at(this.#satisfied, literal);
    const words = wordsFor(this.#models);
    const isOpen = intersect(below.open, frame.open, holds, words);
    if (isOpen && this.#depth + 1 === this.problem.maxSize) return false;
    for (let i = 0; i < this.#depth; i++) {
      if (!intersect(at(below.critical, i), at(frame.critical, i), holds, words)) return false;
    }
    subtract(at(below.critical, this.#depth), frame.open, holds, words);
    below.positive.set(frame.positive);
    below.negative.set(frame.negative);
    forbid(below, literalCode(predicateOf(literal), true));
    forbid(below, literalCode(predicateOf(literal), false));
    this.#cube.push(literal);
    this.problem.ends.add(predicateOf(literal));
    this.#depth++;
    this.#enter(below);
    return true;
  }

  #ascend(): void {
    const literal = this.#cube.pop();
    this.#depth--;
    if (literal === undefined) return;
    this.problem.ends.remove(predicateOf(literal));
    allow(at(this.#frames, this.#depth), literal);
  }

  #enter(frame: SearchLevel): void {
    frame.branches.length = 0;
    frame.next = 0;
    const { ends, judge, maxSize } = this.problem;
    if (isEmpty(frame.open, wordsFor(this.#models))) {
      const judgement = judge(this.#cube.toSorted((a, b) => a - b));
      if (judgement.kind === 'done') return;
      this.#counter(judgement.truth);
    }
    const left = maxSize - this.#depth;
    if (left === 0 || ends.areTooMany(left)) return;
    if (left === 1) this.#branchLast(frame);
    else this.#branch(frame);
  }

  /** The model satisfies the cube, so it is open on all levels. */
  #counter(truth: Int32Array): void {
    this.addModel(truth);
    for (let d = 0; d <= this.#depth; d++) include(at(this.#frames, d).open, this.#models - 1);
  }

  /** What can be added: the literals that fail in an open model; in one with few such. */
  #branch(frame: SearchLevel): void {
    let [best, fewest, left] = [-1, Infinity, modelsCompared];
    const { open } = frame;
    const words = wordsFor(this.#models);
    for (let w = 0; w < words && left > 0; w++) {
      for (let bits = open[w] ?? 0; bits !== 0 && left > 0; bits &= bits - 1) {
        left--;
        const model = 32 * w + 31 - Math.clz32(bits & -bits);
        const count = this.#countFailing(frame, model);
        if (count < fewest) [best, fewest] = [model, count];
      }
    }
    if (fewest === 0) return;
    for (let p = 0; p < this.problem.predicates; p++) {
      const literal = literalCode(p, !this.#holds(p, best));
      if (isAllowed(frame, literal)) frame.branches.push(literal);
    }
    for (const literal of frame.branches) forbid(frame, literal);
  }

  /** What makes the cube complete: a literal that fails in all open models, and ties all ends. */
  #branchLast(frame: SearchLevel): void {
    const words = wordsFor(this.#models);
    const first = firstOf(frame.open, words);
    for (const p of this.problem.ends.tying()) {
      const literal = literalCode(p, !this.#holds(p, first));
      if (!isAllowed(frame, literal)) continue;
      if (areDisjoint(frame.open, at(this.#satisfied, literal), words)) frame.branches.push(literal);
    }
    for (const literal of frame.branches) forbid(frame, literal);
  }

  #countFailing({ positive, negative }: SearchLevel, model: number): number {
    let count = 0;
    for (let w = 0; w < this.#words; w++) {
      const truth = this.#truth[model * this.#words + w] ?? 0;
      count += bitCount(((positive[w] ?? 0) & ~truth) | ((negative[w] ?? 0) & truth));
    }
    return count;
  }

  #holds(predicate: number, model: number): boolean {
    return (((this.#truth[model * this.#words + (predicate >> 5)] ?? 0) >>> (predicate & 31)) & 1) === 1;
  }

  #enlarge(): void {
    this.#capacity *= 2;
    const larger = (row: Int32Array): Int32Array => resized(row, this.#capacity);
    this.#truth = resized(this.#truth, this.#words * this.#capacity * 32);
    this.#satisfied = this.#satisfied.map(larger);
    for (const frame of this.#frames) {
      frame.open = larger(frame.open);
      frame.critical = frame.critical.map(larger);
    }
  }
}

/** More would find better models to branch on, and take longer for it. */
const modelsCompared = 8;

const isAllowed = ({ positive, negative }: SearchLevel, literal: LiteralCode): boolean =>
  has(isPositive(literal) ? positive : negative, predicateOf(literal));

const allow = ({ positive, negative }: SearchLevel, literal: LiteralCode): void =>
  include(isPositive(literal) ? positive : negative, predicateOf(literal));

const forbid = ({ positive, negative }: SearchLevel, literal: LiteralCode): void =>
  exclude(isPositive(literal) ? positive : negative, predicateOf(literal));
