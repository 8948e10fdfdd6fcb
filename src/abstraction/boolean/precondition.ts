import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import { substituted } from '../../lang/expr/substitute.js';
import type { Command, CommandProgram } from '../command-program.js';

/** What has to hold before the command so that a formula holds after it, its guard left aside. */
export function precondition({ updates }: Pick<Command, 'updates'>): (formula: Expr) => Expr {
  const values = new Map(updates.map(({ variable, value }) => [variable, value]));
  const memo = new Map<Expr, Expr>();
  return (formula) => substituted(formula, (variable) => values.get(variable) ?? variable, memo);
}

/** What a solver is asked about when the program is abstracted, up to Boolean operators. */
export function* formulasNeeded(program: CommandProgram, predicates: readonly Expr[]): Iterable<Expr> {
  yield* predicates;
  yield* program.initial;
  for (const { formula } of program.stateProperties) yield* comparisonsIn(formula);
  for (const command of program.threads.flatMap(({ commands }) => commands)) {
    yield* command.guard;
    const before = precondition(command);
    for (const predicate of predicates) yield before(predicate);
  }
}

/** The parts of a property that do not ask where threads are. */
function* comparisonsIn(formula: Expr): Iterable<Expr> {
  for (const part of subexpressions(formula)) {
    if (part.kind !== 'binary' || !isCompareOp(part.op)) continue;
    const isData = [...subexpressions(part)].every((inner) => inner.kind !== 'at');
    if (isData) yield part;
  }
}
