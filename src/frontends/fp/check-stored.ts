import type { Span } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { Expr } from '../../lang/expr/expr.js';
import { printType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import type { ExprAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { reportFault } from './implicit-faults.js';
import type { ExprPlace } from './scope.js';
import { sortOf } from './types.js';

/** A value that is stored in a variable: of its type, and, where it is a constant, of its range. */
export function checkStored(ast: ExprAst, name: string, type: Type, place: ExprPlace): Expr | null {
  const checked = checkSort(ast, sortOf(type), `what \`${name}\` gets`, place);
  if (checked !== null && !place.dead) checkRange(checked, name, type, ast.span, place);
  return checked;
}

function checkRange(value: Expr, name: string, type: Type, span: Span, place: ExprPlace): void {
  const constant = constantValue(value);
  if (type.kind !== 'range' || typeof constant !== 'bigint') return;
  if (constant >= type.lo && constant <= type.hi) return;
  const message = `${constant} is out of the range of \`${name}\``;
  reportFault('range', span, message, place, `its type is \`${printType(type)}\``);
}
