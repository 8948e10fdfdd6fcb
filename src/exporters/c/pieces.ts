import { isCompareOp } from '../../ir/operators.js';
import type { CompareOp } from '../../ir/operators.js';
import { invariant } from '../../support/check.js';
import type { Helper } from './helpers.js';
import { includes, int32 } from '../../ir/interval.js';

/** How tightly C text binds. */
export enum Level {
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
export interface Piece {
  readonly text: string;
  readonly level: Level;
}

export const primary = (text: string): Piece => ({ text, level: Level.Primary });

export const enclosed = ({ text, level }: Piece, least: Level): string =>
  level < least ? `(${text})` : text;

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';
export type PlainOp = CompareOp | ArithmeticOp;

/** The functions that compute with a check. */
export const checkedOps: Readonly<Record<ArithmeticOp, Helper>> = {
  '+': 'add32',
  '-': 'sub32',
  '*': 'mul32',
  '/': 'div32',
  '%': 'mod32',
};

/** How tightly an operator binds, and its operands must. Comparisons of comparisons get parentheses. */
export function levelsOf(op: PlainOp): { readonly own: Level; readonly left: Level; readonly right: Level } {
  if (isCompareOp(op)) {
    const own = op === '==' || op === '!=' ? Level.Equality : Level.Relation;
    return { own, left: Level.Sum, right: Level.Sum };
  }
  return op === '+' || op === '-'
    ? { own: Level.Sum, left: Level.Sum, right: Level.Product }
    : { own: Level.Product, left: Level.Product, right: Level.Unary };
}

/** The smallest integer has no literal in C. */
export function literal(value: bigint): string {
  invariant(includes(int32, value), 'a literal has 32 bits');
  return value === int32.lo ? 'INT32_MIN' : String(value);
}
