import type { Expr } from '../expr/expr.js';
import type { InitialChoice } from '../run/execution.js';
import { localId } from '../expr/ids.js';
import type { CellId, LocalId, SharedId } from '../expr/ids.js';
import { initialExpr } from './program.js';
import type { Init } from './program.js';
import type { Cells, System } from './system.js';
import { defaultOf } from '../expr/type.js';
import type { Type } from '../expr/type.js';
import { InternalError, at, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { evaluate, isFault } from '../expr/eval.js';

export interface InitialValues {
  readonly cells: readonly bigint[];
  readonly locals: readonly bigint[];
}

/**
 * The initial values of all cells and locals under a choice for what has no initialiser. Initialisers may speak of the
 * initial values of other variables; front ends have refused cycles.
 */
export function initialValues(system: System, cells: Cells, choice: InitialChoice): InitialValues {
  const cellValues = new Map<CellId, bigint>();
  const localValues = new Map<LocalId, bigint>();
  const active = new Set<string>();

  const once = <K>(key: K, name: string, known: Map<K, bigint>, compute: () => bigint): bigint =>
    remembered(known, key, () => {
      const variable = `${name} ${String(key)}`;
      invariant(!active.has(variable), `the initial value of ${name} does not depend on itself`);
      active.add(variable);
      return compute();
    });
  const value = (init: Init, index: number, type: Type, chosen: bigint | undefined): bigint => {
    const told = initialExpr(init, index);
    return told === null ? (chosen ?? defaultOf(type)) : ofExpr(told);
  };
  const ofCell = (cell: CellId): bigint =>
    once(cell, cells.nameOf(cell), cellValues, () => {
      const variable = cells.variable(cell);
      return value(variable.init, cells.indexIn(cell), variable.type, choice.cells.get(cell));
    });
  const ofLocal = (id: LocalId): bigint =>
    once(id, `local ${id}`, localValues, () => {
      const variable = at(system.locals, id);
      return value(variable.init, 0, variable.type, choice.locals.get(id));
    });
  const ofExpr = (expr: Expr): bigint => {
    const outcome = evaluate(expr, {
      local: ofLocal,
      shared: (id: SharedId, index) => ofCell(cells.cell(id, Number(index))),
      at: () => {
        throw new InternalError('an initialiser speaks of values only');
      },
    });
    invariant(!isFault(outcome), 'an initialiser has a value');
    return outcome;
  };

  return {
    cells: cells.all().map(ofCell),
    locals: system.locals.map((_, i) => ofLocal(localId(i))),
  };
}
