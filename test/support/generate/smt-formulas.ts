import { binary, bool, int, local, not, shared, unary } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../src/lang/expr/expr.js';
import { localId, sharedId, threadId } from '../../../src/lang/expr/ids.js';
import { printExpr } from '../../../src/lang/program/print-expr.js';
import { boolType, intType, rangeType } from '../../../src/lang/expr/type.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import type { SmtModel } from '../../../src/smt/smt.js';
import { getOrFail } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

export const x = shared(sharedId(0));
export const y = shared(sharedId(1));
export const z = local(localId(0));
/** 0 to 3 */
export const digit = shared(sharedId(2), int(1));
/** -2 to 1 */
export const offset = local(localId(1));
export const flag = shared(sharedId(3));
export const done = local(localId(2));

const types: ReadonlyMap<Expr, Type> = new Map([
  [x, intType],
  [y, intType],
  [z, intType],
  [digit, rangeType(0n, 3n)],
  [offset, rangeType(-2n, 1n)],
  [flag, boolType],
  [done, boolType],
]);

export const typeOf = (variable: Expr): Type => getOrFail(types, variable);
export const everyVariable: readonly Expr[] = [...types.keys()];

const numbers = [x, y, z, digit, offset];
const truths = [flag, done];
const orders: readonly BinaryOp[] = ['==', '!=', '<', '<=', '>', '>='];

/** A comparison whose sides differ by a difference of two variables, or by one variable, and a constant. */
function difference(random: Random): Expr {
  const constant = int(random.between(-3, 3));
  const left = random.pick(numbers);
  const right = random.pick([random.pick(numbers), constant]);
  const op = random.pick(orders);
  switch (random.below(5)) {
    case 0:
      return binary(op, binary('+', left, constant), right);
    case 1:
      return binary(op, binary('-', left, right), constant);
    case 2:
      return binary(op, binary('*', int(2), left), binary('+', binary('*', right, int(2)), constant));
    case 3:
      return binary(op, unary('-', left), binary('-', constant, right));
    default:
      return binary(op, left, right);
  }
}

/** In the fragment of the difference procedure. */
export function differenceFormula(random: Random, depth: number): Expr {
  if (depth === 0) {
    if (random.chance(0.8)) return difference(random);
    return random.chance(0.02) ? bool(random.chance(0.5)) : random.pick(truths);
  }
  const part = (): Expr => differenceFormula(random, random.below(depth));
  return random.below(5) === 0
    ? not(part())
    : binary(random.pick(['&&', '||', '->', '==', '!=']), part(), part());
}

/** Beyond that fragment but for the values of `digit` and `offset`, one by one: remainders, quotients and products. */
export function smallRangeFormula(random: Random): Expr {
  const [small, other] = random.chance(0.5) ? [digit, offset] : [offset, digit];
  const shifted = binary('+', small, int(random.between(-3, 3)));
  const left = random.chance(0.3)
    ? binary('*', shifted, other)
    : binary(random.pick<BinaryOp>(['%', '/']), shifted, int(random.between(2, 4)));
  const right = random.pick([x, y, z, other, int(random.between(-2, 2))]);
  return binary(random.pick(orders), left, binary('+', right, int(random.between(-2, 2))));
}

/** With products, quotients and sums of any number of some variables. */
export function arithmeticFormula(random: Random, variables: readonly Expr[], depth: number): Expr {
  const side = (most: number): Expr => term(random, variables, random.between(0, most));
  if (depth === 0) return binary(random.pick(orders), side(2), side(1));
  const part = (): Expr => arithmeticFormula(random, variables, random.below(depth));
  if (random.below(5) === 0) return not(part());
  return binary(random.pick(['&&', '||', '->', '==']), part(), part());
}

function term(random: Random, variables: readonly Expr[], depth: number): Expr {
  if (depth === 0) return random.chance(0.7) ? random.pick(variables) : int(random.between(-3, 3));
  const part = (): Expr => term(random, variables, random.below(depth));
  return binary(random.pick<BinaryOp>(['+', '-', '*', '/', '%']), part(), part());
}

const names = {
  shared: ['x', 'y', 'digits', 'flag'].map((name) => ({ name })),
  locals: ['z', 'offset', 'done'].map((name) => ({ name, thread: threadId(0) })),
  threads: [{ name: 'P' }],
};

export const print = (formula: Expr): string => printExpr(formula, names, threadId(0));

/** By the mathematical integers; null if a division by zero gets in the way. */
export function valueIn(formula: Expr, value: (variable: Expr) => bigint): boolean | null {
  const outcome = evaluate(formula, {
    local: (id) => value(local(id)),
    shared: (id, index) => value(id === sharedId(2) ? shared(id, int(index)) : shared(id)),
    at: () => false,
  });
  return isFault(outcome) ? null : outcome === 1n;
}

export const valueInModel = (formula: Expr, model: SmtModel): boolean | null =>
  valueIn(formula, (variable) => model.value(variable));
