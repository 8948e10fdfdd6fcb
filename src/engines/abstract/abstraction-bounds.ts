import type { Bound } from '../../memory/bound.js';
import { hasBuffers, storesWait } from '../../memory/questions.js';
import type { ProgramQuestion } from '../question.js';
import { requireBound } from '../refusals.js';

export interface TriedBound {
  readonly bound: Bound;
  /** As the report tells it; null: there are no buffers, or each variable has a bound of its own. */
  readonly number: number | null;
}

/** The bounds to try, one after the other as long as the one before was too small. */
export interface BoundsToTry {
  readonly first: TriedBound;
  after(tried: TriedBound): TriedBound | null;
}

export function boundsToTry({ program, options }: ProgramQuestion): BoundsToTry {
  const { model, abstraction } = options;
  const given = requireBound(program.shared, options);
  if (!hasBuffers(model) || (given === null && storesWait(model))) {
    return only({ bound: { all: Infinity }, number: null });
  }
  if (given !== null) return only({ bound: given, number: 'all' in given ? given.all : null });
  return {
    first: upTo(1),
    after: ({ number }) => (number === null || number >= abstraction.maxBound ? null : upTo(number + 1)),
  };
}

const upTo = (number: number): TriedBound => ({ bound: { all: number }, number });

const only = (first: TriedBound): BoundsToTry => ({ first, after: () => null });
