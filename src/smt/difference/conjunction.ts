import { zero } from '../formula-variables.js';

/** A formula about differences of variables, in negation normal form; the variables are numbers. */
export interface Conjunction {
  /** x, y, c for each x - y <= c. */
  readonly edges: readonly number[];
  /** x, y, c for each x - y != c. */
  readonly apart: readonly number[];
  /** At least one alternative of each. */
  readonly choices: readonly Disjunction[];
}

export type Disjunction = readonly Conjunction[];

export const always: Conjunction = { edges: [], apart: [], choices: [] };
/** 0 - 0 <= -1 */
export const never: Conjunction = { edges: [zero, zero, -1], apart: [], choices: [] };

export const atMost = (x: number, y: number, c: number): Conjunction => ({
  edges: [x, y, c],
  apart: [],
  choices: [],
});

export const exactly = (x: number, y: number, c: number): Conjunction => ({
  edges: [x, y, c, y, x, -c],
  apart: [],
  choices: [],
});

export const different = (x: number, y: number, c: number): Conjunction => ({
  edges: [],
  apart: [x, y, c],
  choices: [],
});

export function both(left: Conjunction, right: Conjunction): Conjunction {
  if (left === never || right === never) return never;
  if (left === always) return right;
  if (right === always) return left;
  return {
    edges: [...left.edges, ...right.edges],
    apart: [...left.apart, ...right.apart],
    choices: [...left.choices, ...right.choices],
  };
}

export function either(left: Conjunction, right: Conjunction): Conjunction {
  if (left === always || right === always) return always;
  if (left === never) return right;
  if (right === never) return left;
  return { edges: [], apart: [], choices: [[...alternatives(left), ...alternatives(right)]] };
}

function alternatives(part: Conjunction): Disjunction {
  const [choice] = part.choices;
  const onlyChoice = part.edges.length === 0 && part.apart.length === 0 && part.choices.length === 1;
  return choice !== undefined && onlyChoice ? choice : [part];
}

/** Whether the values, by number of variable with 0 for the zero, are as the formula says. */
export function satisfies(values: ArrayLike<number>, { edges, apart, choices }: Conjunction): boolean {
  for (let i = 0; i < edges.length; i += 3) {
    if (difference(values, edges, i) > (edges[i + 2] ?? 0)) return false;
  }
  for (let i = 0; i < apart.length; i += 3) {
    if (difference(values, apart, i) === (apart[i + 2] ?? 0)) return false;
  }
  for (const choice of choices) if (!satisfiesSome(values, choice)) return false;
  return true;
}

export function satisfiesSome(values: ArrayLike<number>, choice: Disjunction): boolean {
  for (const alternative of choice) if (satisfies(values, alternative)) return true;
  return false;
}

// Rounded where it leaves what machine numbers hold exactly, but never across a constant that they do hold.
function difference(values: ArrayLike<number>, triples: readonly number[], i: number): number {
  return (values[triples[i] ?? 0] ?? 0) - (values[triples[i + 1] ?? 0] ?? 0);
}
