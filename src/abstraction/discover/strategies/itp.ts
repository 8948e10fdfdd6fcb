import { conjunction, disjunction } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Type } from '../../../lang/expr/type.js';
import { getOrFail } from '../../../support/invariant.js';
import { atomFormula } from '../difference-atom.js';
import { interpolantAt, weakened } from '../interpolate.js';
import type { Interpolant } from '../interpolate.js';
import type { CutFormula, RefinementStrategy } from '../spurious-path.js';

export const itp: RefinementStrategy = async ({ refutation, formula: { parts, meanings }, typeOf }) => {
  if (refutation === null) return null;
  const weakest = weakened(refutation);
  return meanings.slice(0, parts.length - 1).map((meaning, cut): CutFormula => {
    const interpolant = interpolantAt(cut, weakest);
    return { cut, formula: written(interpolant, meaning, typeOf) };
  });
};

function written(
  interpolant: Interpolant,
  meaning: ReadonlyMap<Expr, Expr>,
  typeOf: (variable: Expr) => Type,
): Expr {
  switch (interpolant.kind) {
    case 'atom': {
      const { op, x, y, c } = interpolant.atom;
      const meant = (variable: Expr | null): Expr | null =>
        variable === null ? null : getOrFail(meaning, variable);
      return atomFormula({ op, x: meant(x), y: meant(y), c }, typeOf);
    }
    case 'and':
      return conjunction(interpolant.of.map((part) => written(part, meaning, typeOf)));
    case 'or':
      return disjunction(interpolant.of.map((part) => written(part, meaning, typeOf)));
  }
}
