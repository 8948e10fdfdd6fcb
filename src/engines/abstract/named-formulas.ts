import type { CommandVariable } from '../../abstraction/command-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';

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
  const others = new Map<Expr, Expr>();
  for (const { name, expr } of variables) {
    const other = byName.get(name);
    if (other !== undefined) others.set(expr, other);
  }
  const renamed = substitution(others);
  return formulas.flatMap((formula) =>
    [...variablesOf(formula)].every((variable) => others.has(variable)) ? [renamed(formula)] : [],
  );
}
