import { localsOf, sharedReads } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import { expressionsRead } from '../../lang/program/actions.js';
import { isHidden, shownInLocal } from '../../lang/program/shown-values.js';
import type { Action } from '../../lang/program/system.js';
import type { Step } from '../../lang/run/execution.js';
import type { NamedValue } from '../../lang/run/trace.js';
import type { MadeLoad, Machine, MachineState, StepResult } from '../../memory/machine.js';
import { assertNever, at } from '../../support/invariant.js';
import { shownCell } from '../describe.js';

/** The values that a step tests, and those that say which cell it loads; each once, in the order in which they are read. */
export function readsOfStep(
  machine: Machine,
  before: MachineState,
  step: Step,
  result: StepResult,
): readonly NamedValue[] {
  if (step.kind === 'flush' || result.kind === 'blocked') return [];
  const found = new Map<string, NamedValue>();
  const locals = new Map<LocalId, bigint>();
  for (const [i, action] of machine.edge(step.thread, step.edge).actions.entries()) {
    // A step that ends the run goes no further than the action that ends it.
    if (i >= result.values.length) break;
    const ends = result.kind === 'fault' && i === result.values.length - 1;
    const { told, loads } = ends ? { told: expressionsRead(action), loads: true } : toldReads(action);
    for (const id of new Set(told.flatMap((expr) => [...localsOf(expr)]))) {
      const variable = at(machine.system.locals, id);
      // Of what C was made into its text says nothing.
      if (variable.temporary && machine.system.asWritten === true) continue;
      const value = shownInLocal(variable, locals.get(id) ?? at(before.locals, id));
      found.set(variable.name, { name: variable.name, value });
    }
    const made = loads ? (result.loads[i] ?? []) : [];
    for (const value of made.flatMap((load) => toldLoad(machine, load))) found.set(value.name, value);
    const written = result.values[i] ?? null;
    if ((action.kind === 'assign' || action.kind === 'havoc') && written !== null)
      locals.set(action.local, written.value);
  }
  return [...found.values()];
}

/** Of which expressions the locals are told, and whether what is loaded is. */
function toldReads(action: Action): { readonly told: readonly Expr[]; readonly loads: boolean } {
  switch (action.kind) {
    case 'assume':
    case 'assert':
      return { told: [action.cond], loads: true };
    case 'assign':
    case 'store':
      // A load says itself what it got.
      return { told: indicesIn(action.value), loads: action.value.kind !== 'shared' };
    case 'fence':
    case 'lock':
    case 'havoc':
      return { told: [], loads: false };
    default:
      return assertNever(action);
  }
}

const indicesIn = (value: Expr): readonly Expr[] =>
  sharedReads(value).flatMap(({ index }) => (index === null ? [] : [index]));

function toldLoad(machine: Machine, { cell, value }: MadeLoad): readonly NamedValue[] {
  const { cells } = machine;
  if (isHidden(cells.variable(cell), cells.indexIn(cell))) return [];
  return [{ name: cells.nameOf(cell), value: shownCell(machine, cell, value) }];
}
