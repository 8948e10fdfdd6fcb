import { equal, local, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import { at } from '../../support/invariant.js';

/** A predicate about what a statement has loaded, and the predicate about memory that it was made from. */
export interface LoadedPredicate {
  readonly formula: Expr;
  readonly from: Expr;
}

/**
 * Beyond the paper, whose programs load into variables of their own: a statement with more than one access, as `x = x + 1`,
 * is split, and what it loads is held by a temporary that nobody can name. What is said of the cell is also said of the value
 * that was loaded from it, and whether that is the value still.
 */
export function loadedPredicates(system: System, predicates: readonly Expr[]): readonly LoadedPredicate[] {
  const mentioned = new Set(predicates.flatMap((p) => [...variablesOf(p)]));
  return loadsOf(system).flatMap(({ variable, cell }): readonly LoadedPredicate[] => {
    if (!mentioned.has(cell)) return [];
    const about = predicates.filter((p) => [...subexpressions(p)].includes(cell));
    const same = equal(variable, cell);
    const loaded = substitution(new Map([[cell, variable]]));
    return [{ formula: same, from: same }, ...about.map((from) => ({ formula: loaded(from), from }))];
  });
}

interface Load {
  /** A temporary. */
  readonly variable: Expr;
  readonly cell: Expr;
}

/** Each temporary with each cell of the program's memory that it is loaded from, once. */
export function loadsOf({ threads, locals, shared }: System): readonly Load[] {
  const found = new Map<string, Load>();
  for (const { edges } of threads) {
    for (const action of edges.flatMap((edge) => edge.actions)) {
      if (action.kind !== 'assign' || !at(locals, action.local).temporary) continue;
      const { value } = action;
      if (value.kind !== 'shared' || (value.index !== null && value.index.kind !== 'int')) continue;
      const { buffer, shape } = at(shared, value.shared);
      if (buffer !== undefined) continue;
      // A cell that is not there is asked for where the program faults.
      const [cells, cell] = [shape.kind === 'array' ? shape.length : 1, value.index?.value ?? 0n];
      if (cell < 0n || cell >= BigInt(cells)) continue;
      found.set(`${action.local} ${value.shared} ${String(value.index?.value ?? '')}`, {
        variable: local(action.local),
        cell: value,
      });
    }
  }
  return [...found.values()];
}
