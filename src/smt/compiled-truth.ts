import type { BinaryOp, Expr } from '../lang/expr/expr.js';
import { holdsBetween, isCompareOp, settling } from '../lang/expr/operators.js';
import { InternalError } from '../support/invariant.js';
import { exactNumber } from './formula-variables.js';
import type { FormulaVariables } from './formula-variables.js';

type NumberedValues = readonly number[];
/** Null: cannot be told. */
export type CompiledTruth = (values: NumberedValues) => boolean | null;
/** NaN: cannot be told. */
export type CompiledNumber = (values: NumberedValues) => number;

/**
 * A formula as a function of the values of the variables. A number that is not exact, or the result of a division by
 * zero, makes unknown whatever depends on it.
 */
export function compileTruth(expr: Expr, variables: FormulaVariables): CompiledTruth {
  switch (expr.kind) {
    case 'bool': {
      const { value } = expr;
      return () => value;
    }
    case 'local':
    case 'shared': {
      const number = variables.numberOf(expr);
      return (values) => asTruth(values[number]);
    }
    case 'unary': {
      if (expr.op !== '!') break;
      const arg = compileTruth(expr.arg, variables);
      return (values) => negated(arg(values));
    }
    case 'binary':
      return compileConnective(expr, variables);
    default:
      break;
  }
  throw new InternalError(`a formula for the solver is a truth value over variables, not ${expr.kind}`);
}

function compileConnective(
  expr: Extract<Expr, { kind: 'binary' }>,
  variables: FormulaVariables,
): CompiledTruth {
  const { op } = expr;
  const truth = (part: Expr): CompiledTruth => compileTruth(part, variables);
  const settles = settling(op);
  if (settles !== null) {
    const [left, right] = [truth(expr.left), truth(expr.right)];
    return (values) => {
      const a = left(values);
      if (a === settles.left) return settles.result;
      const b = right(values);
      if (b === settles.right) return settles.result;
      return a === null || b === null ? null : !settles.result;
    };
  }
  if (!isCompareOp(op)) throw new InternalError(`${op} makes no truth value`);
  if ((op === '==' || op === '!=') && variables.isTruth(expr.left)) {
    const [left, right] = [truth(expr.left), truth(expr.right)];
    const wanted = op === '==';
    return (values) => {
      const [a, b] = [left(values), right(values)];
      return a === null || b === null ? null : (a === b) === wanted;
    };
  }
  const [left, right] = [compileNumber(expr.left, variables), compileNumber(expr.right, variables)];
  return (values) => {
    const a = left(values);
    const b = right(values);
    return Number.isNaN(a) || Number.isNaN(b) ? null : holdsBetween(op, a, b);
  };
}

export function compileNumber(expr: Expr, variables: FormulaVariables): CompiledNumber {
  switch (expr.kind) {
    case 'int': {
      const value = exactNumber(expr.value);
      return () => value;
    }
    case 'local':
    case 'shared': {
      const number = variables.numberOf(expr);
      return (values) => values[number] ?? Number.NaN;
    }
    case 'unary': {
      if (expr.op !== '-') break;
      const arg = compileNumber(expr.arg, variables);
      return (values) => -arg(values);
    }
    case 'binary': {
      const apply = arithmetic.get(expr.op);
      if (apply === undefined) break;
      const [left, right] = [compileNumber(expr.left, variables), compileNumber(expr.right, variables)];
      return (values) => exact(apply(left(values), right(values)));
    }
    default:
      break;
  }
  throw new InternalError(`a number for the solver is made of variables and arithmetic, not ${expr.kind}`);
}

const arithmetic: ReadonlyMap<BinaryOp, (a: number, b: number) => number> = new Map([
  ['+', (a: number, b: number) => a + b],
  ['-', (a: number, b: number) => a - b],
  ['*', (a: number, b: number) => a * b],
  // The quotient of two exact numbers may be rounded up to a whole number that it does not reach; the remainder is exact.
  ['/', (a: number, b: number) => (a - (a % b)) / b],
  ['%', (a: number, b: number) => a % b],
]);

// What is rounded was at least as large as the largest exact number, and rounding does not take it below.
const exact = (value: number): number => (Number.isSafeInteger(value) ? value : Number.NaN);

const asTruth = (value: number | undefined): boolean | null => (value === undefined ? null : value !== 0);
const negated = (value: boolean | null): boolean | null => (value === null ? null : !value);
