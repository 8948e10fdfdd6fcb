import { and, binary, bool, equal, exprId, falsity, int, not, or, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import type { Type } from '../../lang/expr/type.js';

/** How a difference of variables, x - y, compares with a constant; null stands for 0. */
export interface DifferenceAtom {
  readonly op: '<=' | '==' | '!=';
  readonly x: Expr | null;
  readonly y: Expr | null;
  readonly c: bigint;
}

/**
 * The atom as a formula in which predicates are always written: what says the same, or the opposite, is the same predicate
 * but for the sign. Integers that are compared stand in a fixed order, and the ends of a range are equalities.
 */
export function atomFormula(atom: DifferenceAtom, typeOf: (variable: Expr) => Type): Expr {
  const { op, x, y, c } = atom;
  if (op === '!=') return not(atomFormula({ ...atom, op: '==' }, typeOf));
  const isTruth = (variable: Expr | null): boolean => variable !== null && typeOf(variable).kind === 'bool';
  if (x === y || isTruth(x) || isTruth(y)) {
    const most = truthAtMost(x, y, c);
    return op === '<=' ? most : and(most, truthAtMost(y, x, -c));
  }
  if (x !== null && (y === null || exprId(x) < exprId(y))) return ordered(op, x, y, c, typeOf);
  if (y === null) return falsity;
  return op === '==' ? ordered(op, y, x, -c, typeOf) : not(ordered(op, y, x, -c - 1n, typeOf));
}

/** x - y <= c of variables that are 0 or 1, or of none. */
function truthAtMost(x: Expr | null, y: Expr | null, c: bigint): Expr {
  if (x === y) return bool(c >= 0n);
  if (c >= (x === null ? 0n : 1n)) return truth;
  if (c < (y === null ? 0n : -1n)) return falsity;
  if (x === null) return y ?? truth;
  if (y === null) return not(x);
  return c === 0n ? or(not(x), y) : and(not(x), y);
}

function ordered(
  op: '<=' | '==',
  x: Expr,
  y: Expr | null,
  c: bigint,
  typeOf: (variable: Expr) => Type,
): Expr {
  const type = typeOf(x);
  if (y === null && type.kind === 'range') {
    if (c < type.lo || (op === '==' && c > type.hi)) return falsity;
    if (op === '<=' && c >= type.hi) return truth;
    if (op === '<=' && c === type.lo) return equal(x, int(c));
    if (op === '<=' && c === type.hi - 1n) return not(equal(x, int(type.hi)));
  }
  if (op === '<=' && y !== null && c === -1n) return binary('<', x, y);
  return binary(op, x, y === null ? int(c) : simplifiedBinary('+', y, int(c)));
}
