import type { Bound } from '../../memory/bound.js';
import { hasBuffers, storesWait } from '../../memory/model-questions.js';
import type { ProgramQuestion } from '../question.js';
import { requireBound } from '../refusals.js';

export interface TriedBound {
  readonly bound: Bound;
  /** As the report tells it; null: there are no buffers, or each variable has a bound of its own. */
  readonly number: number | null;
  /** There is no larger one to try. */
  readonly isLast: boolean;
}

/** The bounds to try, one after the other as long as the one before was too small. */
export function* boundsToTry({ program, options }: ProgramQuestion): Generator<TriedBound> {
  const { model, abstraction } = options;
  const given = requireBound(program.shared, options);
  if (!hasBuffers(model) || (given === null && storesWait(model))) {
    yield { bound: { all: Infinity }, number: null, isLast: true };
  } else if (given !== null) {
    yield { bound: given, number: 'all' in given ? given.all : null, isLast: true };
  } else {
    const most = Math.max(1, abstraction.maxBound);
    for (let all = 1; all <= most; all++) yield { bound: { all }, number: all, isLast: all === most };
  }
}
