import type { Expr } from '../../lang/expr/expr.js';
import { isTruth } from '../../lang/expr/truth.js';
import type { System } from '../../lang/program/system.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import { at } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import { buffersOf } from './buffer-variables.js';
import { loadsOf } from './temporaries.js';

/** One predicate has no more than so many. */
const mostGrounded = 16;

/**
 * The other way round of rules 3 and 10: of which predicates about memory one about waiting writes, or loaded values, may have
 * been made. A predicate that speaks of neither is itself one; of what says how full a buffer is there is none.
 */
export function groundedIn(
  system: System,
  /** The program before buffers were written into it. */
  source: System,
): (formula: Expr) => readonly Expr[] {
  const cells = new Map<Expr, Expr[]>();
  for (const { entries, written } of buffersOf(system)) {
    for (const { variable, cell } of entries)
      for (const own of cell === null ? written : [cell])
        if (isTruth(own, system) === isTruth(variable, system)) addTo(cells, variable, own);
  }
  for (const { variable, cell } of loadsOf(system)) addTo(cells, variable, cell);
  const named = new Set(source.shared.map(({ name }) => name));
  const isMade = (variable: Expr): boolean =>
    (variable.kind === 'shared' && !named.has(at(system.shared, variable.shared).name)) ||
    (variable.kind === 'local' && at(system.locals, variable.local).temporary);
  return (formula) => {
    const made = [...variablesOf(formula)].filter(isMade);
    if (made.length === 0) return [formula];
    let found: readonly ReadonlyMap<Expr, Expr>[] = [new Map()];
    for (const variable of made) {
      const own = cells.get(variable) ?? [];
      found = found
        .flatMap((map) => own.map((cell) => new Map([...map, [variable, cell]])))
        .slice(0, mostGrounded);
    }
    return found.map((map) => substitution(map)(formula)).filter(saysSomething);
  };
}

const saysSomething = (formula: Expr): boolean =>
  formula.kind !== 'bool' && !(formula.kind === 'binary' && formula.left === formula.right);
