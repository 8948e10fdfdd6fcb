import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  Clause,
  Linear,
  ArrayUpdate,
} from '../lang/arrays/array-system.js';
import { comparisons, procsOf } from '../lang/arrays/array-formula.js';
import { gcd } from '../support/divisors.js';
import type { Span } from '../diagnostics/span.js';

/** A term, with the place of what it is in: terms have no spans of their own. */
export interface PlacedTerm {
  readonly term: ArrayTerm;
  readonly span: Span;
}

export const termsOf = (formula: ArrayFormula): readonly PlacedTerm[] =>
  comparisons(formula).flatMap(({ left, right, span }) => [left, right].map((term) => ({ term, span })));

/** What an update reads: conditions of its cases and new values. */
export const termsOfUpdate = ({ cases }: ArrayUpdate, span: Span): readonly PlacedTerm[] =>
  cases.flatMap(({ when, value }) => [...termsOf(when), ...(value === null ? [] : [{ term: value, span }])]);

/** What a transition reads: guard, universals and updates. */
export const termsOfTransition = ({ guard, updates, span }: ArrayTransition): readonly PlacedTerm[] => [
  ...[guard.formula, ...guard.universals.map(({ formula }) => formula)].flatMap(termsOf),
  ...updates.flatMap((update) => termsOfUpdate(update, span)),
];

export const clausesOf = (system: ArraySystem): readonly Clause[] => [
  system.init,
  ...system.unsafe,
  ...system.invariants,
];

export const termsOfSystem = (system: ArraySystem): readonly PlacedTerm[] => [
  ...clausesOf(system).flatMap(({ formula }) => termsOf(formula)),
  ...system.transitions.flatMap(termsOfTransition),
];

/** The numbers that a system speaks of: those compared with, and those added. */
export const numbersOf = (system: ArraySystem): readonly (PlacedTerm & { readonly number: Linear })[] =>
  termsOfSystem(system).flatMap((placed) => {
    const number = linearOf(placed.term);
    return number === null ? [] : [{ ...placed, number }];
  });

/** The least number of which all denominators of the numbers of a system are divisors. */
export const commonDenominator = (system: ArraySystem): bigint =>
  numbersOf(system).reduce(
    (all, { number: { denominator } }) => (all / gcd(all, denominator)) * denominator,
    1n,
  );

function linearOf(term: ArrayTerm): Linear | null {
  if (term.kind === 'number') return term.value;
  return term.kind === 'cell' ? term.plus : null;
}

/** The largest k of a `#k` that the system speaks of; 0 if it names no process. */
export function mostFixed(system: ArraySystem): number {
  const procs = termsOfSystem(system).flatMap(({ term }) => procsOf(term));
  return procs.reduce((most, proc) => (proc.kind === 'fixed' ? Math.max(most, proc.number) : most), 0);
}

/** All ways to give `count` places a process of 1 to `procs`. */
export function tuples(count: number, procs: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const all = Array.from({ length: procs }, (_, i) => i + 1);
  return tuples(count - 1, procs).flatMap((tuple) => all.map((p) => [...tuple, p]));
}

/** As `tuples`, with different processes in different places. */
export function distinctTuples(count: number, procs: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const all = Array.from({ length: procs }, (_, i) => i + 1);
  return distinctTuples(count - 1, procs).flatMap((tuple) =>
    all.filter((p) => !tuple.includes(p)).map((p) => [...tuple, p]),
  );
}
