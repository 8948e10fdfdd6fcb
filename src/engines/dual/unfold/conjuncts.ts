import { binary, not } from '../../../ir/expr.js';
import type { Expr } from '../../../ir/expr.js';

/**
 * Formulas that are all true if and only if the formula is, where one that faults is not true. `A -> (B && C)` and
 * `A || (B && C)` are split as well: with A undecided they fault as their parts do.
 */
export function conjunctsOf(formula: Expr): readonly Expr[] {
  if (formula.kind === 'unary' && formula.op === '!') return negated(formula);
  if (formula.kind !== 'binary') return [formula];
  const { op, left, right } = formula;
  if (op === '&&') return [...conjunctsOf(left), ...conjunctsOf(right)];
  if (op !== '->' && op !== '||') return [formula];
  return conjunctsOf(right).map((part) => binary(op, left, part));
}

function negated(formula: Extract<Expr, { kind: 'unary' }>): readonly Expr[] {
  const { arg } = formula;
  if (arg.kind !== 'binary') return [formula];
  if (arg.op === '||') return [...conjunctsOf(not(arg.left)), ...conjunctsOf(not(arg.right))];
  if (arg.op === '->') return [...conjunctsOf(arg.left), ...conjunctsOf(not(arg.right))];
  return [formula];
}
