import { equal } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import type { SpuriousPath } from './spurious-path.js';

/** Of the conditions that contradict each other those of a part that define nothing. */
export function guardsIn({ core, formula }: SpuriousPath, part: number): readonly Expr[] {
  const equations = new Set([...at(formula.definitions, part)].map(([v, value]) => equal(v, value)));
  return at(core, part).filter((condition) => !equations.has(condition));
}
