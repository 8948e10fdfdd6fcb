import type { DveType } from '../../lang/dve/dve-ast.js';
import { limits } from '../../lang/dve/name-table.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { contains, intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';

interface Variables {
  readonly shared: readonly { readonly type: Type }[];
  readonly locals: readonly { readonly type: Type }[];
}

/** The value as a variable of the type keeps it: cut to its bits, where it might have more. */
export function kept(value: Expr, type: DveType, { shared, locals }: Variables): Expr {
  const range = limits[type];
  const values = intervalOf(value, (expr) =>
    expr.kind === 'shared'
      ? intervalOfType(at(shared, expr.shared).type)
      : expr.kind === 'local'
        ? intervalOfType(at(locals, expr.local).type)
        : null,
  );
  if (contains(range, values)) return value;
  // Of a negative integer the lowest bits are those of its two's complement.
  if (type === 'byte') return simple(binary('&', value, int(255)));
  const moved = binary('&', binary('+', value, int(-range.lo)), int(range.hi - range.lo));
  return simple(binary('-', moved, int(-range.lo)));
}

function simple(expr: Expr): Expr {
  const value = constantValue(expr);
  return typeof value === 'bigint' ? int(value) : expr;
}
