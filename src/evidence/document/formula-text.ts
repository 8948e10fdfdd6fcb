import { binary, bool, int, unary } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { givesTruth, settling } from '../../lang/expr/operators.js';
import { InternalError, at } from '../../support/invariant.js';
import type { EvidenceFormula } from './evidence-document.js';
import { NoEvidence, isInteger } from './read-evidence.js';

const operators: readonly BinaryOp[] = [
  ...(['+', '-', '*', '/', '%'] as const),
  ...(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '->'] as const),
];

/** How a formula stands in evidence; `nameOf` names variables. */
export function formulaText(formula: Expr, nameOf: (variable: Expr) => EvidenceFormula): EvidenceFormula {
  switch (formula.kind) {
    case 'int':
      return Number.isSafeInteger(Number(formula.value))
        ? Number(formula.value)
        : ['int', String(formula.value)];
    case 'bool':
      return formula.value;
    case 'local':
    case 'shared':
      return nameOf(formula);
    case 'unary':
      return [formula.op, formulaText(formula.arg, nameOf)];
    case 'binary':
      return [formula.op, formulaText(formula.left, nameOf), formulaText(formula.right, nameOf)];
    default:
      throw new InternalError(`a predicate has no ${formula.kind}`);
  }
}

/** What names mean. */
export interface FormulaNames {
  readonly variable: (name: string) => Expr;
  readonly waiting: (thread: string, cell: string, position: number) => Expr;
  readonly isTruth: (variable: Expr) => boolean;
}

/** The formula that stands there; throws `NoEvidence` where it is none. */
export function formulaRead(told: EvidenceFormula, names: FormulaNames): Expr {
  const { expr, isTruth } = read(told, names);
  return isTruth ? expr : wrong(told, 'is no truth value');
}

interface FormulaPart {
  readonly expr: Expr;
  readonly isTruth: boolean;
}

function read(told: EvidenceFormula, names: FormulaNames): FormulaPart {
  if (typeof told === 'boolean') return { expr: bool(told), isTruth: true };
  if (typeof told === 'number') return { expr: int(told), isTruth: false };
  if (typeof told === 'string') return typed(names.variable(told), names);
  const [operator, ...operands] = told;
  if (typeof operator !== 'string') return wrong(told, 'begins with no operator');
  if (operator === 'int') return { expr: int(integerIn(operands, told)), isTruth: false };
  if (operator === 'waiting') return waiting(operands, told, names);
  const parts = operands.map((operand) => read(operand, names));
  return parts.length === 1 ? unaryOf(operator, at(parts, 0), told) : binaryOf(operator, parts, told);
}

const typed = (expr: Expr, names: FormulaNames): FormulaPart => ({ expr, isTruth: names.isTruth(expr) });

function integerIn(operands: readonly EvidenceFormula[], told: EvidenceFormula): bigint {
  const [digits] = operands;
  return typeof digits === 'string' && operands.length === 1 && isInteger(digits)
    ? BigInt(digits)
    : wrong(told, 'is no integer');
}

function waiting(
  operands: readonly EvidenceFormula[],
  told: EvidenceFormula,
  names: FormulaNames,
): FormulaPart {
  const [thread, cell, position] = operands;
  if (typeof thread !== 'string' || typeof cell !== 'string' || typeof position !== 'number' || position < 1)
    return wrong(told, 'is nothing that waits');
  return typed(names.waiting(thread, cell, position), names);
}

function unaryOf(operator: string, { expr, isTruth }: FormulaPart, told: EvidenceFormula): FormulaPart {
  if (operator === '!' && isTruth) return { expr: unary('!', expr), isTruth };
  if (operator === '-' && !isTruth) return { expr: unary('-', expr), isTruth };
  return wrong(told, 'is no formula');
}

function binaryOf(operator: string, parts: readonly FormulaPart[], told: EvidenceFormula): FormulaPart {
  const op = operators.find((known) => known === operator);
  const [left, right, ...more] = parts;
  if (op === undefined || left === undefined || right === undefined || more.length > 0)
    return wrong(told, 'is no formula');
  const fit =
    op === '==' || op === '!='
      ? left.isTruth === right.isTruth
      : [left, right].every(({ isTruth }) => isTruth === (settling(op) !== null));
  return fit
    ? { expr: binary(op, left.expr, right.expr), isTruth: givesTruth(op) }
    : wrong(told, 'applies an operator to what it is not for');
}

function wrong(told: EvidenceFormula, why: string): never {
  throw new NoEvidence(`${JSON.stringify(told).slice(0, 60)} ${why}`);
}
