import type { BinaryOp, Expr } from '../lang/expr/expr.js';
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
  const truth = (part: Expr): CompiledTruth => compileTruth(part, variables);
  switch (expr.op) {
    case '&&':
      return conjunction(truth(expr.left), truth(expr.right));
    case '||':
      return disjunction(truth(expr.left), truth(expr.right));
    case '->': {
      const left = truth(expr.left);
      return disjunction((values) => negated(left(values)), truth(expr.right));
    }
    case '==':
    case '!=': {
      if (!variables.isTruth(expr.left)) break;
      const [left, right] = [truth(expr.left), truth(expr.right)];
      const wanted = expr.op === '==';
      return (values) => {
        const [a, b] = [left(values), right(values)];
        return a === null || b === null ? null : (a === b) === wanted;
      };
    }
    default:
      break;
  }
  const holds = comparisons.get(expr.op);
  if (holds === undefined) throw new InternalError(`${expr.op} makes no truth value`);
  const [left, right] = [compileNumber(expr.left, variables), compileNumber(expr.right, variables)];
  return (values) => {
    const a = left(values);
    const b = right(values);
    return Number.isNaN(a) || Number.isNaN(b) ? null : holds(a, b);
  };
}

const comparisons: ReadonlyMap<BinaryOp, (a: number, b: number) => boolean> = new Map([
  ['==', (a: number, b: number) => a === b],
  ['!=', (a: number, b: number) => a !== b],
  ['<', (a: number, b: number) => a < b],
  ['<=', (a: number, b: number) => a <= b],
  ['>', (a: number, b: number) => a > b],
  ['>=', (a: number, b: number) => a >= b],
]);

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

const conjunction =
  (left: CompiledTruth, right: CompiledTruth): CompiledTruth =>
  (values) => {
    const a = left(values);
    if (a === false) return false;
    const b = right(values);
    return b === false ? false : a === null ? null : b;
  };

const disjunction =
  (left: CompiledTruth, right: CompiledTruth): CompiledTruth =>
  (values) => {
    const a = left(values);
    if (a === true) return true;
    const b = right(values);
    return b === true ? true : a === null ? null : b;
  };
