import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { bool, int, shared } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { Init } from '../../ir/program.js';
import { upTo } from '../../ir/type.js';
import type { Type } from '../../ir/type.js';
import { at } from '../../support/check.js';
import { initialStates } from '../initial.js';
import type { ArrayInstance } from '../instance.js';
import type { ArrayState } from '../states.js';
import { isFree } from '../values.js';
import type { CellValue } from '../values.js';
import type { InitOf, Variables } from './homes.js';

const mostStates = 256;

/** The initial states, but for what may be anything. */
export function startsOf(instance: ArrayInstance): readonly ArrayState[] {
  const { states, complete } = initialStates(instance);
  const found: ArrayState[] = [];
  for (const state of states) {
    found.push(state);
    if (found.length > mostStates)
      unsupported('there are too many initial states', instance.system.init.span);
  }
  if (!complete()) unsupported('there are infinitely many initial states', instance.system.init.span);
  return evenOut(instance, found);
}

/** The same states, where what is free in one of them is so in all. */
function evenOut(instance: ArrayInstance, starts: readonly ArrayState[]): readonly ArrayState[] {
  let all = starts;
  for (const { slot, name } of instance.cells) {
    const isOpen = ({ cells }: ArrayState): boolean => isFree(at(cells, slot));
    if (!all.some(isOpen) || all.every(isOpen)) continue;
    const values = instance.domain(slot) ?? unsupported(`${name} may be any number in some initial states`);
    all = all.flatMap((start) =>
      isOpen(start) ? values.map((value) => ({ ...start, cells: start.cells.with(slot, value) })) : [start],
    );
    if (all.length > mostStates) unsupported('there are too many initial states', instance.system.init.span);
  }
  return all;
}

/**
 * What initialises each cell: its value if that is the same in all initial states, nothing if it may be anything in all.
 * Where it depends, a variable of any value says which of the initial states it is, and a table for the cell its value there.
 */
export function initialisers(
  instance: ArrayInstance,
  starts: readonly ArrayState[],
  variables: Variables,
  span: Span,
): InitOf {
  const scalar = { kind: 'scalar' } as const;
  let which: Expr | null = null;
  const chosen = (): Expr => {
    const type = upTo(starts.length - 1);
    which ??= shared(
      variables.addShared({ name: 'start', type, shape: scalar, init: { kind: 'any' }, span }).id,
    );
    return which;
  };
  const inits = instance.cells.map(({ slot, name }): Init => {
    const values = [...new Set(starts.map(({ cells }) => at(cells, slot)))];
    const [only] = values;
    if (values.every(isFree) || only === undefined) return { kind: 'any' };
    const type = variables.typeOf(slot);
    if (values.length === 1) return { kind: 'value', value: constant(type, only) };
    const table = variables.addShared({
      ...{ name: `start_${name}`, type, shape: { kind: 'array', length: starts.length }, span },
      init: { kind: 'cells', values: starts.map(({ cells }) => constant(type, at(cells, slot))) },
    });
    return { kind: 'value', value: shared(table.id, chosen()) };
  });
  return (slot) => at(inits, slot);
}

export const constant = (type: Type, value: CellValue): Expr =>
  type.kind === 'bool' ? bool(value === 1) : int(value);
