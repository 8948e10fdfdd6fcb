import { not } from '../../lang/expr/expr.js';
import type { BinaryExpr, Expr } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { at } from '../../support/invariant.js';
import { intervalOfType } from '../../lang/expr/interval.js';
import { linearSumOf, minus } from '../../lang/expr/linear-sum.js';
import type { LinearSum } from '../../lang/expr/linear-sum.js';
import { isVariable } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';
import { zero } from '../formula-variables.js';
import type { FormulaVariables } from '../formula-variables.js';
import { casesOf } from './cases-of.js';
import { always, atMost, both, different, either, exactly, never, satisfies } from './conjunction.js';
import type { Conjunction } from './conjunction.js';

export interface DifferenceFormula {
  readonly conjunction: Conjunction;
  /** Those that occur, each once, and their bounds. */
  readonly variables: readonly BoundedVariable[];
  /** No constant or bound is further from 0. */
  readonly magnitude: number;
}

export interface BoundedVariable {
  readonly number: number;
  /** Null: unbounded on both sides. */
  readonly bounds: { readonly lo: number; readonly hi: number } | null;
}

/** Sums of some thousand constants up to this are exact. */
const largest = 2 ** 40;

/** Puts formulas into the form that the difference procedure works on; null for those outside its fragment. */
export class NormalForms {
  readonly #known = new Map<Expr, DifferenceFormula | null>();
  readonly #parts: readonly [Map<Expr, Conjunction | null>, Map<Expr, Conjunction | null>] = [
    new Map(),
    new Map(),
  ];

  #isInCase = false;

  constructor(private readonly variables: FormulaVariables) {}

  of(formula: Expr): DifferenceFormula | null {
    return remembered(this.#known, formula, () => {
      const conjunction = this.#part(formula, true);
      return conjunction === null ? null : this.#bounded(conjunction);
    });
  }

  #bounded(conjunction: Conjunction): DifferenceFormula | null {
    const numbers = new Set<number>();
    const constants = { largest: 1 };
    collect(conjunction, numbers, constants, new Set());
    numbers.delete(zero);
    const variables: BoundedVariable[] = [];
    for (const number of numbers) {
      const { lo, hi } = intervalOfType(this.variables.get(number).type);
      const bounds = lo === null || hi === null ? null : { lo: Number(lo), hi: Number(hi) };
      variables.push({ number, bounds });
      if (bounds !== null)
        constants.largest = Math.max(constants.largest, Math.abs(bounds.lo), Math.abs(bounds.hi));
    }
    return constants.largest > largest ? null : { conjunction, variables, magnitude: constants.largest };
  }

  /** The formula, or its negation. Shared parts stay shared, so nested equivalences do not multiply. */
  #part(expr: Expr, positive: boolean): Conjunction | null {
    return remembered(this.#parts[positive ? 1 : 0], expr, () => this.#make(expr, positive));
  }

  #make(expr: Expr, positive: boolean): Conjunction | null {
    switch (expr.kind) {
      case 'bool':
        return expr.value === positive ? always : never;
      case 'local':
      case 'shared': {
        const number = this.variables.numberOf(expr);
        return positive ? atMost(zero, number, -1) : atMost(number, zero, 0);
      }
      case 'unary':
        return expr.op === '!' ? this.#part(expr.arg, !positive) : null;
      case 'binary':
        return this.#binary(expr, positive);
      default:
        return null;
    }
  }

  /** What is beyond the fragment may be within it case by case. */
  #binary(expr: BinaryExpr, positive: boolean): Conjunction | null {
    const form = this.#form(expr, positive);
    if (form !== null || this.#isInCase || !isCompareOp(expr.op)) return form;
    const cases = casesOf(positive ? expr : not(expr), this.variables.typeOf);
    if (cases === null) return null;
    this.#isInCase = true;
    const made = this.#part(cases, true);
    this.#isInCase = false;
    return made;
  }

  #form(expr: BinaryExpr, positive: boolean): Conjunction | null {
    const { op, left, right } = expr;
    switch (op) {
      case '&&':
        return this.#join(positive, left, positive, right, positive);
      case '||':
        return this.#join(!positive, left, positive, right, positive);
      case '->':
        return this.#join(!positive, left, !positive, right, positive);
      case '==':
      case '!=':
        return this.#equality(left, right, (op === '==') === positive);
      case '<':
      case '<=':
        return this.#order(left, right, op === '<', positive);
      case '>':
      case '>=':
        return this.#order(right, left, op === '>', positive);
      default:
        return null;
    }
  }

  #join(all: boolean, left: Expr, leftSign: boolean, right: Expr, rightSign: boolean): Conjunction | null {
    const a = this.#part(left, leftSign);
    const b = a === null ? null : this.#part(right, rightSign);
    return a === null || b === null ? null : all ? both(a, b) : either(a, b);
  }

  #equality(left: Expr, right: Expr, positive: boolean): Conjunction | null {
    const isPlain = !this.variables.isTruth(left) || (isVariable(left) && isVariable(right));
    if (isPlain) return this.#compared(left, right, positive ? equals : differs);
    const same = this.#join(true, left, true, right, positive);
    const opposite = this.#join(true, left, false, right, !positive);
    return same === null || opposite === null ? null : either(same, opposite);
  }

  /** left <= right (or less), or its negation: right <= left - 1 (or right <= left). */
  #order(left: Expr, right: Expr, isStrict: boolean, positive: boolean): Conjunction | null {
    const less = isStrict === positive ? 1n : 0n;
    const below: DifferenceMaker = (x, y, c) => atMost(x, y, Number(floorDivide(c.value - less, c.divisor)));
    return positive ? this.#compared(left, right, below) : this.#compared(right, left, below);
  }

  #compared(left: Expr, right: Expr, comparison: DifferenceMaker): Conjunction | null {
    const variableOf = (leaf: Expr): number | null =>
      isVariable(leaf) ? this.variables.numberOf(leaf) : null;
    const a = linearSumOf(left, variableOf);
    const b = a === null ? null : linearSumOf(right, variableOf);
    return a === null || b === null ? null : asDifference(minus(a, b), comparison);
  }
}

/** A rational that x - y is compared with. */
interface Quotient {
  readonly value: bigint;
  readonly divisor: bigint;
}
type DifferenceMaker = (x: number, y: number, c: Quotient) => Conjunction;

const equals: DifferenceMaker = (x, y, { value, divisor }) =>
  value % divisor === 0n ? exactly(x, y, Number(value / divisor)) : never;
const differs: DifferenceMaker = (x, y, { value, divisor }) =>
  value % divisor === 0n ? different(x, y, Number(value / divisor)) : always;

/** Compares sum <= 0 (or == 0, or != 0) where the sum is divisor * (x - y) - value. */
function asDifference(sum: LinearSum<number>, comparison: DifferenceMaker): Conjunction | null {
  const terms = [...sum.factors];
  const value = -sum.constant;
  if (terms.length > 2) return null;
  if (terms.length === 0)
    return satisfies([0], comparison(zero, zero, { value, divisor: 1n })) ? always : never;
  const plusTerms = terms.filter(([, k]) => k > 0n);
  const minusTerms = terms.filter(([, k]) => k < 0n);
  if (plusTerms.length > 1 || minusTerms.length > 1) return null;
  const [x, a] = plusTerms[0] ?? [zero, null];
  const [y, b] = minusTerms[0] ?? [zero, null];
  const divisor = a ?? (b === null ? 1n : -b);
  if (a !== null && b !== null && a !== -b) return null;
  return checked(comparison(x, y, { value, divisor }));
}

function checked(part: Conjunction): Conjunction | null {
  const isExact = [...part.edges, ...part.apart].every((n) => Math.abs(n) <= largest);
  return isExact ? part : null;
}

/** The divisor is positive. */
function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

function collect(
  part: Conjunction,
  numbers: Set<number>,
  constants: { largest: number },
  seen: Set<Conjunction>,
): void {
  if (seen.has(part)) return;
  seen.add(part);
  for (const triples of [part.edges, part.apart]) {
    for (let i = 0; i < triples.length; i += 3) {
      numbers.add(at(triples, i)).add(at(triples, i + 1));
      constants.largest = Math.max(constants.largest, Math.abs(at(triples, i + 2)));
    }
  }
  for (const choice of part.choices) for (const one of choice) collect(one, numbers, constants, seen);
}
