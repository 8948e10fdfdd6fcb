import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { remembered } from '../../support/remembered.js';

/** The first and the last part of a path whose conditions speak of a variable. */
interface MentionedParts {
  readonly first: number;
  last: number;
}

/** Where conditions speak of which variables. */
export function mentionsIn(parts: readonly (readonly Expr[])[]): ReadonlyMap<Expr, MentionedParts> {
  const found = new Map<Expr, MentionedParts>();
  for (const [part, conditions] of parts.entries()) {
    for (const condition of conditions) {
      for (const variable of variablesOf(condition))
        remembered(found, variable, () => ({ first: part, last: part })).last = part;
    }
  }
  return found;
}
