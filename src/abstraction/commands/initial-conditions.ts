import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Expr } from '../../lang/expr/expr.js';
import { initialExpr } from '../../lang/program/program.js';
import { contains, intervalOfType } from '../../lang/expr/interval.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import type { Branches } from '../../step/branches.js';
import { at } from '../../support/invariant.js';
import type { CommandVariable } from '../command-program.js';
import { typesOf } from './command-variables.js';
import { evaluations, onlyWay } from './ways.js';
import type { EdgeWay } from './ways.js';

/**
 * What holds at the start: every variable with an initialiser has its value. Initialisers speak of initial values of
 * variables, so they are equations over the first state. What has none may have any value of its type.
 */
export function initialConditions(system: System, variables: readonly CommandVariable[]): readonly Expr[] {
  const cells = new Cells(system.shared);
  const typeOf = typesOf({ system, variables, inputs: [] });
  const inits = [
    ...cells.all().map((cell) => ({ init: cells.variable(cell).init, index: cells.indexIn(cell) })),
    ...system.locals.map(({ init }) => ({ init, index: 0 })),
  ];
  return inits.flatMap(({ init, index }, i) => {
    const value = initialExpr(init, index);
    if (value === null) return [];
    const variable = at(variables, i);
    return [simplifiedBinary('==', variable.expr, settled(variable, evaluations(system, typeOf, value)))];
  });
}

/** What front ends let through has a value, and one of the variable's type. */
function settled({ name, type }: CommandVariable, init: Branches<EdgeWay, Expr>): Expr {
  const only = onlyWay(init);
  if (only === null) return unsupported(`the initial value of \`${name}\` has a computed index or divisor`);
  if (type.kind === 'range' && !contains(intervalOfType(type), only.state.facts.interval(only.value)))
    return unsupported(`the initial value of \`${name}\` may be out of its range`);
  return only.value;
}
