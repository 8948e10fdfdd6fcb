import { binary, equal, exprId } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';

/** A formula or its negation. */
export interface Signed {
  readonly formula: Expr;
  readonly positive: boolean;
}

/**
 * The same for all formulas that say the same at first sight, and for their negations but for the sign: leaves negations
 * out, and turns comparisons into `==` with sides in a fixed order and `<`.
 */
export function normal(formula: Expr): Signed {
  if (formula.kind === 'unary' && formula.op === '!') return opposite(normal(formula.arg));
  if (formula.kind !== 'binary') return { formula, positive: true };
  const { op, left, right } = formula;
  switch (op) {
    case '==':
      return { formula: exprId(left) <= exprId(right) ? formula : equal(right, left), positive: true };
    case '!=':
      return opposite(normal(equal(left, right)));
    case '>':
      return { formula: binary('<', right, left), positive: true };
    case '>=':
      return { formula: binary('<', left, right), positive: false };
    case '<=':
      return { formula: binary('<', right, left), positive: false };
    default:
      return { formula, positive: true };
  }
}

const opposite = ({ formula, positive }: Signed): Signed => ({ formula, positive: !positive });
