import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { at, getOrFail } from '../../support/invariant.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { isVariable, variablesOf } from '../../lang/expr/substitute.js';
import { normal } from '../normal.js';

/** Of a formula: the variables that it mentions, and which of them can be chosen so that it holds whatever the others are. */
export interface Grip {
  readonly variables: ReadonlySet<Expr>;
  /** So that it fails, too. */
  readonly free: ReadonlySet<Expr>;
}

/** `isUnbounded`: the variable may be any integer. */
export function gripOf(formula: Expr, isUnbounded: (variable: Expr) => boolean): Grip {
  const variables = variablesOf(formula);
  const { formula: comparison } = normal(formula);
  if (comparison.kind !== 'binary' || !isCompareOp(comparison.op)) return { variables, free: new Set() };
  const reads = [...subexpressions(comparison)].filter(isVariable);
  const free = [...terms(comparison.left), ...terms(comparison.right)].filter(
    (term) => isVariable(term) && reads.indexOf(term) === reads.lastIndexOf(term) && isUnbounded(term),
  );
  return { variables, free: new Set(free) };
}

/** What is added and subtracted. */
function terms(sum: Expr): readonly Expr[] {
  if (sum.kind === 'unary' && sum.op === '-') return terms(sum.arg);
  if (sum.kind === 'binary' && (sum.op === '+' || sum.op === '-'))
    return [...terms(sum.left), ...terms(sum.right)];
  return [sum];
}

/**
 * No smallest contradiction has a formula with a variable that nothing else in it mentions, if the formula holds for some
 * value of that variable whatever the others are: without it there would be no contradiction. Keeps count of such loose ends
 * of a cube, to tell early that it is too far from being one.
 */
export class LooseEnds {
  /** By predicate. */
  readonly #variables: readonly (readonly number[])[];
  readonly #isFree: readonly ReadonlySet<number>[];
  /** By variable: the predicates that mention it. */
  readonly #mentioning: readonly number[][];
  /** By variable: how many formulas mention it, and of how many predicates in the cube it is free. */
  readonly #mentions: Int32Array;
  readonly #freeIn: Int32Array;
  readonly #most: number;
  readonly #all: readonly number[];
  #count = 0;

  /** `context`: what the cube is to contradict. */
  constructor(predicates: readonly Grip[], context: Iterable<ReadonlySet<Expr>>) {
    const numbers = new Map<Expr, number>();
    for (const { variables } of predicates) {
      for (const variable of variables) if (!numbers.has(variable)) numbers.set(variable, numbers.size);
    }
    const numbersOf = (variables: Iterable<Expr>): number[] =>
      [...variables].map((variable) => getOrFail(numbers, variable));
    this.#variables = predicates.map(({ variables }) => numbersOf(variables));
    this.#isFree = predicates.map(({ free }) => new Set(numbersOf(free)));
    this.#mentioning = Array.from({ length: numbers.size }, () => []);
    this.#variables.forEach((own, p) => own.forEach((v) => at(this.#mentioning, v).push(p)));
    this.#mentions = new Int32Array(numbers.size);
    this.#freeIn = new Int32Array(numbers.size);
    this.#most = this.#variables.reduce((most, own) => Math.max(most, own.length), 0);
    this.#all = predicates.map((_, p) => p);
    for (const variables of context) {
      for (const variable of variables) {
        const number = numbers.get(variable);
        if (number !== undefined) this.#mentions[number] = (this.#mentions[number] ?? 0) + 1;
      }
    }
  }

  add(predicate: number): void {
    this.#change(predicate, 1);
  }

  remove(predicate: number): void {
    this.#change(predicate, -1);
  }

  /** So few literals more cannot tie all ends. */
  areTooMany(literals: number): boolean {
    return this.#count > this.#most * literals;
  }

  /** The predicates after which there are none. */
  tying(): readonly number[] {
    const first = this.#count === 0 ? -1 : this.#mentions.findIndex((_, v) => this.#isLoose(v));
    return (first < 0 ? this.#all : at(this.#mentioning, first)).filter((p) => this.#ties(p));
  }

  #ties(predicate: number): boolean {
    const free = at(this.#isFree, predicate);
    let tied = 0;
    for (const v of at(this.#variables, predicate)) {
      if (this.#isLoose(v)) tied++;
      else if (this.#mentions[v] === 0 && free.has(v)) return false;
    }
    return tied === this.#count;
  }

  #change(predicate: number, by: number): void {
    const free = at(this.#isFree, predicate);
    for (const v of at(this.#variables, predicate)) {
      if (this.#isLoose(v)) this.#count--;
      this.#mentions[v] = (this.#mentions[v] ?? 0) + by;
      if (free.has(v)) this.#freeIn[v] = (this.#freeIn[v] ?? 0) + by;
      if (this.#isLoose(v)) this.#count++;
    }
  }

  #isLoose(variable: number): boolean {
    return this.#mentions[variable] === 1 && this.#freeIn[variable] === 1;
  }
}
