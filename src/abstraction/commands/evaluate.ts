import { unsupported } from '../../diagnostics/diagnostic.js';
import { bool, int, shared } from '../../ir/expr.js';
import type { BinaryOp, Expr, SharedRead } from '../../ir/expr.js';
import { lengthOf } from '../../ir/system.js';
import type { System } from '../../ir/system.js';
import type { Fault } from '../../logic/eval.js';
import { negated, simplifiedBinary, simplifiedUnary } from '../../logic/simplify.js';
import { InternalError, assertNever, at } from '../../support/check.js';
import type { Facts } from './facts.js';
import { includes } from '../../ir/interval.js';

/** Beyond this many cases an expression is refused. */
const maxCases = 1024;

/**
 * One way an expression can be evaluated: where the facts hold it has this value, or ends in a fault. The facts of all ways
 * extend those that were given, and those of exactly one hold wherever the given ones do.
 */
export type Evaluated =
  { readonly facts: Facts; readonly value: Expr } | { readonly facts: Facts; readonly fault: Fault };

export const isFaulty = (way: Evaluated): way is Extract<Evaluated, { fault: Fault }> => 'fault' in way;

/** Where values come from: the variable's value as an expression over the state before. */
export interface Values {
  readonly system: Pick<System, 'shared'>;
  valueOf(variable: Expr): Expr;
}

/**
 * All ways to evaluate an expression, as logic/eval.ts does: left to right, and `&&`, `||` and `->` leave their right side
 * alone where the left side decides. A computed index becomes one way for each element that it may mean.
 */
export function evaluations(expr: Expr, facts: Facts, values: Values): readonly Evaluated[] {
  const ways = waysOf(expr, facts, values);
  if (ways.length > maxCases)
    unsupported(
      `an expression with computed indices has more than ${maxCases} cases`,
      null,
      'split the statement, or use smaller arrays',
    );
  return ways;
}

function waysOf(expr: Expr, facts: Facts, values: Values): readonly Evaluated[] {
  switch (expr.kind) {
    case 'int':
    case 'bool':
    case 'at':
      return [{ facts, value: expr }];
    case 'local':
      return [{ facts, value: values.valueOf(expr) }];
    case 'shared':
      return readWays(expr, facts, values);
    case 'unary':
      return then(evaluations(expr.arg, facts, values), (way) => [
        { facts: way.facts, value: simplifiedUnary(expr.op, way.value) },
      ]);
    case 'binary':
      return then(evaluations(expr.left, facts, values), (left) =>
        binaryWays(expr.op, left.value, expr.right, left.facts, values),
      );
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'forall':
      throw new InternalError(`${expr.kind} is gone after expand-instances`);
    case 'temporal':
    case 'until':
      throw new InternalError('a temporal formula has no value in a state');
    default:
      return assertNever(expr);
  }
}

type Valued = Extract<Evaluated, { value: Expr }>;

const then = (ways: readonly Evaluated[], f: (way: Valued) => readonly Evaluated[]): readonly Evaluated[] =>
  ways.flatMap((way) => (isFaulty(way) ? [way] : f(way)));

function readWays(read: SharedRead, facts: Facts, values: Values): readonly Evaluated[] {
  if (read.index === null) return [{ facts, value: values.valueOf(read) }];
  const length = lengthOf(at(values.system.shared, read.shared));
  return then(evaluations(read.index, facts, values), (index) =>
    placesOf(index.value, length, index.facts).map((place) =>
      place.element === null
        ? { facts: place.facts, fault: 'bounds' }
        : { facts: place.facts, value: values.valueOf(shared(read.shared, int(place.element))) },
    ),
  );
}

/** Which element an index is, in ascending order; null: it is out of bounds. */
export interface Placed {
  readonly facts: Facts;
  readonly element: number | null;
}

export function placesOf(index: Expr, length: number, facts: Facts): readonly Placed[] {
  const assumed = (condition: Expr, element: number | null): readonly Placed[] => {
    const narrower = facts.assume(condition);
    return narrower === null ? [] : [{ facts: narrower, element }];
  };
  const bounds = facts.interval(index);
  const elements = Array.from({ length }, (_, i) => i).filter((i) => includes(bounds, BigInt(i)));
  return [
    ...elements.flatMap((i) => assumed(simplifiedBinary('==', index, int(i)), i)),
    ...assumed(simplifiedBinary('<', index, int(0)), null),
    ...assumed(simplifiedBinary('>=', index, int(length)), null),
  ];
}

function binaryWays(
  op: BinaryOp,
  left: Expr,
  rightExpr: Expr,
  facts: Facts,
  values: Values,
): readonly Evaluated[] {
  const decisive = decisiveLeft(op);
  if (decisive !== null) return shortWays(op, decisive, left, rightExpr, facts, values);
  return then(evaluations(rightExpr, facts, values), (right) =>
    op === '/' || op === '%'
      ? divided(op, left, right)
      : [{ facts: right.facts, value: simplifiedBinary(op, left, right.value) }],
  );
}

function divided(op: BinaryOp, left: Expr, right: Valued): readonly Evaluated[] {
  const zero = right.facts.assume(simplifiedBinary('==', right.value, int(0)));
  const other = right.facts.assume(simplifiedBinary('!=', right.value, int(0)));
  return [
    ...(zero === null ? [] : [{ facts: zero, fault: 'div' } as const]),
    ...(other === null ? [] : [{ facts: other, value: simplifiedBinary(op, left, right.value) }]),
  ];
}

/** For an operator that may leave its right side alone: the left value that decides, and the result then. */
interface Decisive {
  readonly left: boolean;
  readonly result: boolean;
}

function decisiveLeft(op: BinaryOp): Decisive | null {
  switch (op) {
    case '&&':
      return { left: false, result: false };
    case '||':
      return { left: true, result: true };
    case '->':
      return { left: false, result: true };
    default:
      return null;
  }
}

/** Only where the right side has cases or may fault does it matter whether it is evaluated at all. */
function shortWays(
  op: BinaryOp,
  decisive: Decisive,
  left: Expr,
  rightExpr: Expr,
  facts: Facts,
  values: Values,
): readonly Evaluated[] {
  const [only, ...others] = evaluations(rightExpr, facts, values);
  if (only !== undefined && others.length === 0 && !isFaulty(only) && only.facts === facts)
    return [{ facts, value: simplifiedBinary(op, left, only.value) }];
  const short = facts.assume(decisive.left ? left : negated(left));
  const long = facts.assume(decisive.left ? negated(left) : left);
  return [
    ...(short === null ? [] : [{ facts: short, value: bool(decisive.result) }]),
    ...(long === null ? [] : evaluations(rightExpr, long, values)),
  ];
}
