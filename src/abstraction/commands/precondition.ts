import type { Expr } from '../../lang/expr/expr.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { Command } from '../command-program.js';

/** What has to hold before the command so that a formula holds after it, its guard left aside: the weakest precondition. */
export const precondition = ({ updates }: Pick<Command, 'updates'>): ((formula: Expr) => Expr) =>
  substitution(new Map(updates.map(({ variable, value }) => [variable, value])));
