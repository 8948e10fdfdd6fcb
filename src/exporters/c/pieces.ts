import { constantValue } from '../../lang/expr/constant.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import type { CompareOp } from '../../lang/expr/operators.js';
import type { Type } from '../../lang/expr/type.js';
import { invariant } from '../../support/invariant.js';
import type { Helper } from './helpers.js';
import { contains, includes, int32, nearest } from '../../lang/expr/interval.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import type { ExportPurpose } from '../exporter.js';

/** How tightly C text binds. */
export enum CPrecedence {
  Comma,
  Or,
  And,
  Equality,
  Relation,
  Sum,
  Product,
  Unary,
  Primary,
}

/** C text, and how tightly it binds. */
export interface CPiece {
  readonly text: string;
  readonly level: CPrecedence;
}

export const primary = (text: string): CPiece => ({ text, level: CPrecedence.Primary });

export const enclosed = ({ text, level }: CPiece, least: CPrecedence): string =>
  level < least ? `(${text})` : text;

export type CArithmeticOp = '+' | '-' | '*' | '/' | '%';
export type PlainOp = CompareOp | CArithmeticOp;

/** The functions that compute with a check. */
export const checkedOps: Readonly<Record<CArithmeticOp, Helper>> = {
  '+': 'add32',
  '-': 'sub32',
  '*': 'mul32',
  '/': 'div32',
  '%': 'mod32',
};

/** How tightly an operator binds, and its operands must. Comparisons of comparisons get parentheses. */
export function levelsOf(op: PlainOp): {
  readonly own: CPrecedence;
  readonly left: CPrecedence;
  readonly right: CPrecedence;
} {
  if (isCompareOp(op)) {
    const own = op === '==' || op === '!=' ? CPrecedence.Equality : CPrecedence.Relation;
    return { own, left: CPrecedence.Sum, right: CPrecedence.Sum };
  }
  return op === '+' || op === '-'
    ? { own: CPrecedence.Sum, left: CPrecedence.Sum, right: CPrecedence.Product }
    : { own: CPrecedence.Product, left: CPrecedence.Product, right: CPrecedence.Unary };
}

/** The smallest integer has no literal in C. */
export function literal(value: bigint): string {
  invariant(includes(int32, value), 'a literal has 32 bits');
  return value === int32.lo ? 'INT32_MIN' : String(value);
}

/** The nearest integer that C has. */
export const nearestLiteral = (value: bigint): string => literal(nearest(value, int32));

/** Of an expression that reads nothing. */
export function constantText(value: Expr): string {
  const constant = constantValue(value);
  return typeof constant === 'bigint' ? literal(constant) : String(constant);
}

/** Verifiers have a price for each bit; all arithmetic is that of 32 bits whatever the variables have. */
export function typeName(type: Type, purpose: ExportPurpose): string {
  if (type.kind === 'bool') return 'bool';
  const bits = purpose === 'verifier' && type.kind === 'range' ? [8, 16].find((n) => holds(n, type)) : 32;
  return `int${bits ?? 32}_t`;
}

const holds = (bits: number, range: BoundedInterval): boolean =>
  contains({ lo: -(2n ** BigInt(bits - 1)), hi: 2n ** BigInt(bits - 1) - 1n }, range);
