import type { Expr } from '../../lang/expr/expr.js';
import type { Predicate } from '../predicate.js';
import type { FoundPredicate } from './found-predicates.js';
import { minimised, proves } from './minimise.js';
import type { ProofRequest } from './minimise.js';

/** How people would state what was found: over other variables perhaps, and more may be tracked for it. */
export interface WaysToState {
  /** Sets of formulas to state, the best first. The predicates of `kept` are enough for a proof. */
  readonly choices: (
    found: readonly FoundPredicate[],
    kept: readonly FoundPredicate[],
  ) => readonly (readonly Expr[])[];
  /** What is tracked where these are stated. */
  readonly tracked: (formulas: readonly Expr[]) => readonly Predicate[];
}

export interface StatedPredicates {
  readonly formulas: readonly Expr[];
  /** A search has shown that they are enough. */
  readonly suffices: boolean;
}

/** The first choice that is enough, without what it does not need. */
export async function statedFor(
  { choices, tracked }: WaysToState,
  found: readonly FoundPredicate[],
  kept: readonly FoundPredicate[],
  /** With time of its own each time. */
  request: () => ProofRequest,
): Promise<StatedPredicates> {
  const sets = choices(found, kept);
  const needed = kept.map(({ formula }) => formula);
  for (const formulas of sets) {
    const known = new Set(tracked(formulas).map(({ formula }) => formula));
    const hasAll = needed.every((formula) => known.has(formula));
    // Those that are kept are as few as can be.
    if (hasAll && formulas.every((formula) => needed.includes(formula))) return { formulas, suffices: true };
    if (hasAll || (await proves(request(), tracked(formulas))))
      return { formulas: await minimised(formulas, tracked, request()), suffices: true };
  }
  return { formulas: sets[0] ?? [], suffices: false };
}

/** What is known to lead nowhere by itself, but may be a start. */
export const notProved = (
  statements: WaysToState | null,
  found: readonly FoundPredicate[],
): StatedPredicates => ({ formulas: statements?.choices(found, found)[0] ?? [], suffices: false });

/** Tracked as it is. */
export const untold = (found: readonly FoundPredicate[]): readonly Predicate[] =>
  found.map(({ formula }) => ({ formula, origin: { rule: null, from: null } }));
