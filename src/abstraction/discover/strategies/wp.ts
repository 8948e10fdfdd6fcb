import { conjunction } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { substitution } from '../../../lang/expr/substitute.js';
import { at } from '../../../support/invariant.js';
import { conjuncts } from '../../conjuncts.js';
import { meantAt } from '../numbered-path.js';
import type { CutFormula, RefinementStrategy } from '../spurious-path.js';
import { guardsIn } from '../core-guards.js';

export const wp: RefinementStrategy = async (path) => {
  const { formula } = path;
  const last = formula.parts.length - 1;
  const found: CutFormula[] = [];
  let after: readonly Expr[] = at(path.core, last);
  for (let cut = last - 1; cut >= 0; cut--) {
    const known = after.flatMap((part) => meantAt(formula, cut, part) ?? []);
    found.push({ cut, formula: conjunction(known) });
    const values = at(formula.definitions, cut);
    const before = after.map(substitution(values));
    after = [...new Set([...guardsIn(path, cut), ...before.flatMap(conjuncts)])];
  }
  return found.reverse();
};
