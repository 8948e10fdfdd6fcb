import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { int } from '../../lang/expr/expr.js';
import type { Init } from '../../lang/program/program.js';
import { fits, intType, printType, rangeType } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { assertNever } from '../../support/invariant.js';
import type { RmmDeclaration, Domain, RmmSum } from './ast.js';

/** What declarations may say: sums of numbers and of the number of the process. */
export interface ConstantScope {
  /** Null outside of processes. */
  readonly my: bigint | null;
  readonly bag: DiagnosticBag;
}

/** The value; null, with a report, if there is none. */
export function constantOf(sum: RmmSum, scope: ConstantScope): bigint | null {
  switch (sum.kind) {
    case 'int':
      return sum.value;
    case 'my':
      if (scope.my === null) scope.bag.report('E205', sum.span, 'my has no meaning outside of a process');
      return scope.my;
    case 'register':
      scope.bag.report('E305', sum.name.span, `$${sum.name.text} is a register, but here must be a number`);
      return null;
    case 'negative': {
      const arg = constantOf(sum.arg, scope);
      return arg === null ? null : -arg;
    }
    case 'arithmetic': {
      const left = constantOf(sum.left, scope);
      const right = constantOf(sum.right, scope);
      if (left === null || right === null) return null;
      return sum.op === '+' ? left + right : left - right;
    }
    default:
      return assertNever(sum);
  }
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
