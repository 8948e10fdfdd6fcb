import { invariant } from '../../../src/support/invariant.js';
import type { JudgedExpr } from './judged-ast.js';
import type { JudgedInteger, JudgedType } from './judged-types.js';
import { bool1, int32, memberOf, pointerOf, promotedInteger, uint64, usualType } from './judged-types.js';

/** The type of an expression; of what stands for an object, the type of the object. */
export function judgedTypeOf(expr: JudgedExpr): JudgedType {
  switch (expr.kind) {
    case 'constant':
    case 'variable':
      return expr.type;
    case 'index':
      return elementOf(judgedTypeOf(expr.of));
    case 'member':
      return memberOf(judgedTypeOf(expr.of), expr.name).type;
    case 'arrow':
      return memberOf(elementOf(judgedTypeOf(expr.of)), expr.name).type;
    case 'deref':
      return elementOf(judgedTypeOf(expr.of));
    case 'address':
      return pointerOf(judgedTypeOf(expr.of));
    case 'unary':
      return expr.op === '!' ? int32 : promotedInteger(integerTypeOf(expr.of));
    case 'arithmetic':
      return arithmeticType(expr);
    case 'comparison':
    case 'logical':
    case 'trylock':
      return int32;
    case 'choice':
      return usualType(integerTypeOf(expr.then), integerTypeOf(expr.other));
    case 'cast':
      return expr.type;
    case 'sizeof':
      return uint64;
    case 'comma':
      return valueType(judgedTypeOf(expr.right));
    case 'assign':
    case 'step':
      return valueType(judgedTypeOf(expr.target));
    case 'call':
      return expr.returns;
    case 'load':
    case 'exchange':
    case 'change':
      return valueType(judgedTypeOf(expr.at));
    case 'compare':
      return expr.gives === 'truth' ? bool1 : valueType(judgedTypeOf(expr.at));
  }
}

function arithmeticType(expr: JudgedExpr & { readonly kind: 'arithmetic' }): JudgedType {
  const left = judgedTypeOf(expr.left);
  // A pointer that is moved stays one.
  if (left.kind === 'pointer') return left;
  if (left.kind === 'array') return pointerOf(left.of);
  if (expr.op === '<<' || expr.op === '>>') return promotedInteger(integerTypeOf(expr.left));
  return usualType(integerTypeOf(expr.left), integerTypeOf(expr.right));
}

export function elementOf(type: JudgedType): JudgedType {
  if (type.kind === 'pointer') return type.to;
  invariant(type.kind === 'array', 'only arrays and pointers have elements');
  return type.of;
}

/** What an object is once it has been read. */
export const valueType = (type: JudgedType): JudgedType =>
  type.kind === 'integer' ? { ...type, atomic: false } : type.kind === 'array' ? pointerOf(type.of) : type;

export function integerTypeOf(expr: JudgedExpr): JudgedInteger {
  const type = valueType(judgedTypeOf(expr));
  invariant(type.kind === 'integer', 'an integer is needed');
  return type;
}
