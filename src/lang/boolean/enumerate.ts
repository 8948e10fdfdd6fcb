import type { TextExpression } from './boolean-text.js';
import { allOf, anyOf, negation, yes } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** More combinations of values than this are not looked through for one expression. */
const maxCombinations = 4096;

/** Something in an expression that has several values. */
export interface UnknownPart {
  readonly values: readonly number[];
  /** It has this value. */
  readonly is: (value: number) => Formula;
}

/** What an expression speaks of, and its value for a value of each. */
export interface ExpressionReading {
  readonly unknowns: readonly UnknownPart[];
  /** How many `*` there are: each has its own value. */
  readonly anys: number;
  readonly evaluate: (unknowns: readonly number[], anys: readonly number[]) => number;
}

/** Collects the unknowns of several expressions; null where one of them cannot be had. */
export class ReadingBuilder {
  readonly #keys = new Map<unknown, number>();
  readonly #unknowns: UnknownPart[] = [];
  #anys = 0;

  /** `key` is the same for the same unknown. */
  constructor(
    private readonly find: (leaf: Extract<TextExpression, { kind: 'name' | 'pc' }>) => {
      readonly key: unknown;
      readonly unknown: UnknownPart;
    },
  ) {}

  reading(expression: TextExpression): ExpressionReading['evaluate'] {
    switch (expression.kind) {
      case 'int':
        return () => expression.value;
      case 'any': {
        const index = this.#anys++;
        return (_, anys) => at(anys, index);
      }
      case 'name':
      case 'pc': {
        const index = this.#index(expression);
        return (unknowns) => at(unknowns, index);
      }
      case 'negative': {
        const part = this.reading(expression.part);
        return (unknowns, anys) => -part(unknowns, anys);
      }
      case 'sum': {
        const terms = expression.terms.map(({ minus, part }) => ({ minus, part: this.reading(part) }));
        return (unknowns, anys) =>
          terms.reduce(
            (sum, { minus, part }) => (minus ? sum - part(unknowns, anys) : sum + part(unknowns, anys)),
            0,
          );
      }
      case 'product': {
        const parts = expression.parts.map((part) => this.reading(part));
        return (unknowns, anys) => parts.reduce((product, part) => product * part(unknowns, anys), 1);
      }
      default:
        return assertNever(expression);
    }
  }

  finish(evaluate: ExpressionReading['evaluate']): ExpressionReading {
    return { unknowns: this.#unknowns, anys: this.#anys, evaluate };
  }

  #index(leaf: Extract<TextExpression, { kind: 'name' | 'pc' }>): number {
    const { key, unknown } = this.find(leaf);
    return remembered(this.#keys, key, () => this.#unknowns.push(unknown) - 1);
  }
}

export function tooManyCombinations({ unknowns, anys }: ExpressionReading): boolean {
  return unknowns.reduce((product, { values }) => product * values.length, 2 ** anys) > maxCombinations;
}

/** All values that the `*` of a reading can have together. */
export const anyCombinations = ({ anys }: ExpressionReading): readonly (readonly number[])[] =>
  combinations(Array.from({ length: anys }, () => [0, 1]));

/** Where the value is one that `holds`, for these values of the `*`. */
export function whereHolds(
  { unknowns, evaluate }: ExpressionReading,
  anys: readonly number[],
  holds: (value: number) => boolean,
): Formula {
  const inside: (readonly number[])[] = [];
  const outside: (readonly number[])[] = [];
  for (const values of combinations(unknowns.map((unknown) => unknown.values))) {
    (holds(evaluate(values, anys)) ? inside : outside).push(values);
  }
  if (outside.length === 0) return yes;
  const cubes = (sets: readonly (readonly number[])[]): Formula =>
    anyOf(sets.map((values) => allOf(unknowns.map((unknown, i) => unknown.is(at(values, i))))));
  return inside.length <= outside.length ? cubes(inside) : negation(cubes(outside));
}

function combinations(sets: readonly (readonly number[])[]): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const set of sets) all = all.flatMap((before) => set.map((value) => [...before, value]));
  return all;
}
