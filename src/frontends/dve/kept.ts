import type { DveType } from '../../dve/ast.js';
import { limits } from '../../dve/table.js';
import { constantValue } from '../../ir/constant.js';
import { binary, int } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { contains, intervalOf, intervalOfType } from '../../ir/interval.js';
import type { Type } from '../../ir/type.js';
import { at } from '../../support/check.js';

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
