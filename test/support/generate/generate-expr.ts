import { constantValue } from '../../../src/lang/expr/constant.js';
import { binary, bool, int, unary } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../src/lang/expr/expr.js';
import type { Random } from '../random.js';

/** What an expression may read. */
export interface Leaves {
  readonly ints: readonly Expr[];
  readonly bools: readonly Expr[];
}

const arithmetic: readonly BinaryOp[] = ['+', '-', '*'];
const division: readonly BinaryOp[] = ['/', '%'];
const orders: readonly BinaryOp[] = ['==', '!=', '<', '<=', '>', '>='];

export interface ExprShape {
  readonly depth: number;
  /** Integers in the text are 0 to this. */
  readonly maxValue: number;
  readonly divides: boolean;
  /** `->` stands in properties only. */
  readonly implies: boolean;
}

const inside = (shape: ExprShape): ExprShape => ({ ...shape, depth: shape.depth - 1 });

export function intExpr(random: Random, leaves: Leaves, shape: ExprShape): Expr {
  const literal = (): Expr => int(random.between(0, shape.maxValue));
  if (shape.depth <= 0 || random.chance(0.3)) {
    return leaves.ints.length > 0 && random.chance(0.6) ? random.pick(leaves.ints) : literal();
  }
  const part = (): Expr => intExpr(random, leaves, inside(shape));
  const choice = random.below(8);
  if (choice === 0) return unary('-', part());
  if (choice === 1) return int(-random.between(1, shape.maxValue + 1));
  if (choice > 3 || !shape.divides) return binary(random.pick(arithmetic), part(), part());
  // A constant divisor must not be zero.
  const divisor = part();
  const safe = constantValue(divisor) === null ? divisor : int(random.between(1, 3));
  return binary(random.pick(division), part(), safe);
}

export function boolExpr(random: Random, leaves: Leaves, shape: ExprShape): Expr {
  if (shape.depth <= 0) return boolLeaf(random, leaves, shape);
  const part = (): Expr => boolExpr(random, leaves, inside(shape));
  switch (random.below(7)) {
    case 0:
      return boolLeaf(random, leaves, shape);
    case 1:
      return unary('!', part());
    case 2:
      return binary('&&', part(), part());
    case 3:
      return binary('||', part(), part());
    case 4:
      return binary(random.pick(['==', '!=']), part(), part());
    case 5:
      return shape.implies ? binary('->', part(), part()) : comparison(random, leaves, shape);
    default:
      return comparison(random, leaves, shape);
  }
}

function boolLeaf(random: Random, leaves: Leaves, shape: ExprShape): Expr {
  if (leaves.bools.length > 0 && random.chance(0.5)) return random.pick(leaves.bools);
  return leaves.ints.length > 0
    ? comparison(random, leaves, { ...shape, depth: 0 })
    : bool(random.chance(0.5));
}

function comparison(random: Random, leaves: Leaves, shape: ExprShape): Expr {
  const side = (): Expr => intExpr(random, leaves, inside(shape));
  const left = leaves.ints.length > 0 && shape.depth <= 0 ? random.pick(leaves.ints) : side();
  return binary(random.pick(orders), left, side());
}

/** One variable, or one compared with a number. */
export function simpleCondition(random: Random, { ints, bools }: Leaves, maxValue: number): Expr {
  const leaves = [...ints, ...bools];
  if (leaves.length === 0) return bool(true);
  const leaf = random.pick(leaves);
  if (ints.includes(leaf)) return binary(random.pick(orders), leaf, int(random.between(0, maxValue)));
  return random.chance(0.5) ? leaf : unary('!', leaf);
}
