import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Span } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import { int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Init } from '../../lang/program/program.js';
import { fits, intType, printType, rangeType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { exprOf } from '../kit/written.js';
import type { RmmDeclaration, Domain, RmmExpr } from './ast.js';

/** What declarations may say: sums of numbers and of the number of the process. */
export interface ConstantScope {
  /** Null outside of processes. */
  readonly my: bigint | null;
  readonly bag: DiagnosticBag;
}

/** The value; null, with a report, if there is none. */
export function constantOf(sum: RmmExpr, { my, bag }: ConstantScope): bigint | null {
  let isKnown = true;
  const unknown = (code: DiagnosticCode, span: Span, message: string): Expr => {
    isKnown = false;
    bag.report(code, span, message);
    return int(0);
  };
  const expr = exprOf(sum, (name) => {
    if ('text' in name)
      return unknown('E305', name.span, `$${name.text} is a register, but here must be a number`);
    return my === null ? unknown('E205', name.span, 'my has no meaning outside of a process') : int(my);
  });
  const value = constantValue(expr);
  return isKnown && typeof value === 'bigint' ? value : null;
}

/** The type and the initial value of a cell or register. */
export function meaningOf(
  { name, initial, domain }: RmmDeclaration,
  scope: ConstantScope,
): { readonly type: Type; readonly init: Init } {
  const type = domain === null ? intType : typeOf(domain, scope);
  if (initial === null) return { type, init: { kind: 'any' } };
  const value = constantOf(initial, scope);
  if (value === null) return { type, init: { kind: 'any' } };
  if (!fits(type, value)) {
    const range = printType(type).replace('int', '').replace('..', ':');
    scope.bag.report('E303', name.span, `the initial value ${value} is outside of the domain ${range}`);
  }
  return { type, init: { kind: 'value', value: int(value) } };
}

function typeOf({ lo, hi, span }: Domain, scope: ConstantScope): Type {
  const from = constantOf(lo, scope);
  const to = constantOf(hi, scope);
  if (from === null || to === null) return intType;
  if (to < from) {
    scope.bag.report('E303', span, `the domain [${from}:${to}] is empty`);
    return intType;
  }
  return rangeType(from, to);
}
