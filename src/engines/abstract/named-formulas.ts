import type { CommandVariable } from '../../abstraction/command-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import { substituted, variablesOf } from '../../lang/expr/substitute.js';

/** Formulas over the variables of some program, which others know by their names. */
export interface NamedFormulas {
  readonly formulas: readonly Expr[];
  readonly variables: readonly CommandVariable[];
}

export const noFormulas: NamedFormulas = { formulas: [], variables: [] };

/** Those that speak of variables which these are too, over these. */
export function overVariables(
  { formulas, variables }: NamedFormulas,
  own: readonly CommandVariable[],
): readonly Expr[] {
  const byName = new Map(own.map(({ name, expr }) => [name, expr]));
  const others = new Map(variables.flatMap(({ name, expr }) => [[expr, byName.get(name)] as const]));
  return formulas.flatMap((formula) => {
    if ([...variablesOf(formula)].some((variable) => others.get(variable) === undefined)) return [];
    return [substituted(formula, (variable) => others.get(variable) ?? variable)];
  });
}
