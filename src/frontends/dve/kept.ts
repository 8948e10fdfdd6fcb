import type { DveType } from '../../lang/dve/dve-ast.js';
import { limits } from '../../lang/dve/name-table.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { byTypes, contains, intervalOf } from '../../lang/expr/interval.js';
import type { TypedVariables } from '../../lang/expr/type.js';

/** The value as a variable of the type keeps it: cut to its bits, where it might have more. */
export function kept(value: Expr, type: DveType, variables: TypedVariables): Expr {
  const range = limits[type];
  if (contains(range, intervalOf(value, byTypes(variables)))) return value;
  // Of a negative integer the lowest bits are those of its two's complement.
  if (type === 'byte') return simple(binary('&', value, int(255)));
  const moved = binary('&', binary('+', value, int(-range.lo)), int(range.hi - range.lo));
  return simple(binary('-', moved, int(-range.lo)));
}

function simple(expr: Expr): Expr {
  const value = constantValue(expr);
  return typeof value === 'bigint' ? int(value) : expr;
}
