import type { Expr } from '../../lang/expr/expr.js';
import { substituted } from '../../lang/expr/substitute.js';
import type { Command } from '../command-program.js';

/** What has to hold before the command so that a formula holds after it, its guard left aside: the weakest precondition. */
export function precondition({ updates }: Pick<Command, 'updates'>): (formula: Expr) => Expr {
  const values = new Map(updates.map(({ variable, value }) => [variable, value]));
  const memo = new Map<Expr, Expr>();
  return (formula) => substituted(formula, (variable) => values.get(variable) ?? variable, memo);
}
