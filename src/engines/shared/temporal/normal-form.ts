import { and, hasTemporal, or, temporal, until } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { SharedVar } from '../../../lang/program/program.js';
import { definedness } from '../../../lang/program/defined.js';
import { negated } from '../../../lang/expr/simplify.js';
import { InternalError, assertNever } from '../../../support/invariant.js';

/**
 * The formula, or its negation, with `!` in front of atoms only and without `W`, `->` and comparisons of formulas. Atoms are
 * the largest parts that speak of single states; an atom that divides by zero or reads beyond an array is false, and its
 * negation true.
 */
export function normalForm(formula: Expr, positive: boolean, shared: readonly SharedVar[]): Expr {
  if (!hasTemporal(formula)) return literal(formula, positive, shared);
  const same = (part: Expr): Expr => normalForm(part, positive, shared);
  const opposite = (part: Expr): Expr => normalForm(part, !positive, shared);
  switch (formula.kind) {
    case 'temporal':
      if (formula.op === 'X') return temporal('X', same(formula.arg));
      return temporal((formula.op === 'G') === positive ? 'G' : 'F', same(formula.arg));
    case 'until':
      return untilForm(formula.op, same(formula.left), same(formula.right), positive);
    case 'unary':
      return opposite(formula.arg);
    case 'binary': {
      const { op, left, right } = formula;
      switch (op) {
        case '&&':
          return positive ? and(same(left), same(right)) : or(same(left), same(right));
        case '||':
          return positive ? or(same(left), same(right)) : and(same(left), same(right));
        case '->':
          return positive ? or(opposite(left), same(right)) : and(opposite(left), same(right));
        case '==':
          return agreement(left, right, positive, shared);
        case '!=':
          return agreement(left, right, !positive, shared);
        default:
          throw new InternalError(`temporal formulas are truth values, which know no ${op}`);
      }
    }
    case 'int':
    case 'bool':
    case 'local':
    case 'shared':
    case 'at':
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'forall':
      throw new InternalError(`${formula.kind} is gone after expand-instances, or is no temporal formula`);
    default:
      return assertNever(formula);
  }
}

/** `a W b` is `b R (a || b)`; the opposite of `U` is `R` of the opposites. */
function untilForm(op: 'U' | 'R' | 'W', a: Expr, b: Expr, positive: boolean): Expr {
  switch (op) {
    case 'U':
      return until(positive ? 'U' : 'R', a, b);
    case 'R':
      return until(positive ? 'R' : 'U', a, b);
    case 'W':
      return positive ? until('R', b, or(a, b)) : until('U', b, and(a, b));
    default:
      return assertNever(op);
  }
}

function agreement(left: Expr, right: Expr, positive: boolean, shared: readonly SharedVar[]): Expr {
  const both = and(normalForm(left, true, shared), normalForm(right, positive, shared));
  const none = and(normalForm(left, false, shared), normalForm(right, !positive, shared));
  return or(both, none);
}

/** Of an atom that may have no value, that it has one is a part. */
function literal(atom: Expr, positive: boolean, shared: readonly SharedVar[]): Expr {
  const total = and(definedness(atom, shared), atom);
  return positive ? total : negated(total);
}
