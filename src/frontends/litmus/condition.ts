import { and, binary, or } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { getOrFail } from '../../support/invariant.js';
import { exprOf } from '../kit/written.js';
import type { LitmusAtom, LitmusCondition } from './ast.js';

/** The condition where each comparison means what `atomExpr` says. */
export const conditionExpr = <P>(
  condition: LitmusCondition<P>,
  atomExpr: (atom: LitmusAtom<P>) => Expr,
): Expr => exprOf(condition, atomExpr, joined);

function joined(op: BinaryOp, left: Expr, right: Expr): Expr {
  if (op === '&&') return and(left, right);
  return op === '||' ? or(left, right) : binary(op, left, right);
}

/** herd's spelling: in parentheses, with as few more as the precedences allow. */
export function printCondition<P>(condition: LitmusCondition<P>, spell: (place: P) => string): string {
  return `(${print(condition, spell, 0)})`;
}

/** How the connectives are spelt, the one that binds least first. */
const connectives: ReadonlyMap<BinaryOp, string> = new Map([
  ['->', '=>'],
  ['||', '\\/'],
  ['&&', '/\\'],
]);

function print<P>(condition: LitmusCondition<P>, spell: (place: P) => string, outer: number): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'leaf':
      return `${spell(condition.leaf.place)}=${condition.leaf.value}`;
    case 'unary':
      return `not (${print(condition.arg, spell, 0)})`;
    case 'binary': {
      const { op } = condition;
      const inner = [...connectives.keys()].indexOf(op) + 1;
      // Only => cares which side its parentheses are on: it associates to the right.
      const left = print(condition.left, spell, op === '->' ? inner + 1 : inner);
      const text = `${left} ${getOrFail(connectives, op)} ${print(condition.right, spell, inner)}`;
      return inner < outer ? `(${text})` : text;
    }
  }
}
