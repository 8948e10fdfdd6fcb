import type { Expr } from '../../../lang/expr/expr.js';
import { solveChain } from '../../../smt/z3/horn-chain.js';
import { mentionsIn } from '../core-variables.js';
import { meantAt } from '../numbered-path.js';
import type { CutFormula, RefinementStrategy } from '../spurious-path.js';

/** Longer chains take Spacer long. */
const mostParts = 100;

/** Only of the conditions that contradict each other, and of the variables that such before and behind a cut share. */
export const spacer: RefinementStrategy = async ({ core, formula, typeOf, secondsLeft }) => {
  if (core.length > mostParts) return null;
  const cuts = core.slice(1).map((): Expr[] => []);
  for (const [variable, { first, last }] of mentionsIn(core))
    for (let cut = first; cut < last; cut++) cuts[cut]?.push(variable);
  const known = await solveChain({ parts: core, cuts, typeOf }, secondsLeft?.());
  if (known === null) return null;
  return known.flatMap((at, cut): readonly CutFormula[] => {
    const meant = meantAt(formula, cut, at);
    return meant === null ? [] : [{ cut, formula: meant }];
  });
};
