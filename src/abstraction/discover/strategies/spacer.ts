import type { Expr } from '../../../lang/expr/expr.js';
import { variablesOf } from '../../../lang/expr/substitute.js';
import { solveChain } from '../../../smt/z3/horn-chain.js';
import { meantAt } from '../numbered-path.js';
import type { CutFormula, RefinementStrategy } from '../spurious-path.js';

/** Longer chains take Spacer long. */
const mostParts = 200;

/** Only of the conditions that contradict each other, and of the variables that such before and behind a cut share. */
export const spacer: RefinementStrategy = async ({ core, formula, typeOf }) => {
  if (core.length > mostParts) return null;
  const cuts = core.slice(1).map((_, cut) => {
    const mentioned = (parts: typeof core): ReadonlySet<Expr> =>
      new Set(parts.flat().flatMap((condition) => [...variablesOf(condition)]));
    const behind = mentioned(core.slice(cut + 1));
    return [...mentioned(core.slice(0, cut + 1))].filter((variable) => behind.has(variable));
  });
  const known = await solveChain({ parts: core, cuts, typeOf });
  if (known === null) return null;
  return known.flatMap((at, cut): readonly CutFormula[] => {
    const meant = meantAt(formula, cut, at);
    return meant === null ? [] : [{ cut, formula: meant }];
  });
};
