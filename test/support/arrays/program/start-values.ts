import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import type { Span } from '../../../../src/diagnostics/span.js';
import { binary, bool, int, not, shared } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import type { Init } from '../../../../src/lang/program/program.js';
import type { Type } from '../../../../src/lang/expr/type.js';
import { at } from '../../../../src/support/invariant.js';
import { initialStates } from '../../../../src/arrays/initial-states.js';
import { noSlots } from '../../../../src/arrays/footprint.js';
import type { ArrayCell, ArrayInstance } from '../../../../src/arrays/instance.js';
import type { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import type { ArrayState } from '../../../../src/arrays/array-states.js';
import { isFree } from '../../../../src/arrays/array-values.js';
import type { ArrayValue } from '../../../../src/arrays/array-values.js';
import { all, some } from './formulas-to-exprs.js';
import type { InitOf, ProgramVariables } from './cell-homes.js';

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
  if (found.length === 0) unsupported('there is no initial state', instance.system.init.span);
  return evenOut(instance, found);
}

/** The same states, where what is free in one of them is so in all. */
function evenOut(instance: ArrayInstance, starts: readonly ArrayState[]): readonly ArrayState[] {
  let even = starts;
  for (const { slot, name } of instance.cells) {
    const isOpen = ({ cells }: ArrayState): boolean => isFree(at(cells, slot));
    if (!even.some(isOpen) || even.every(isOpen)) continue;
    const values = instance.domain(slot) ?? unsupported(`${name} may be any number in some initial states`);
    even = even.flatMap((start) =>
      isOpen(start) ? values.map((value) => ({ ...start, cells: start.cells.with(slot, value) })) : [start],
    );
    if (even.length > mostStates) unsupported('there are too many initial states', instance.system.init.span);
  }
  return even;
}

export interface Starts {
  readonly initOf: InitOf;
  /** Which initial values go together; only about variables that never change. Known when the variables are. */
  readonly constraint: () => Expr;
}

/**
 * What initialises each cell: its value if that is the same in all initial states, nothing if it may be anything in all.
 * Where it depends, a variable that nobody writes has the initial value, the cell itself if it is one.
 */
export function initialisers(
  { instance, steps }: ArrayMachine,
  starts: readonly ArrayState[],
  variables: ProgramVariables,
  span: Span,
): Starts {
  const isWritten = (slot: number): boolean =>
    steps.some(({ footprint }) => (footprint.writes & (1n << BigInt(slot))) !== noSlots);
  const varying: { readonly slot: number; readonly read: () => Expr }[] = [];
  const initOf = ({ slot, name }: ArrayCell): Init => {
    const values = [...new Set(starts.map(({ cells }) => at(cells, slot)))];
    const [only] = values;
    if (only === undefined || values.every(isFree)) return { kind: 'any' };
    const type = variables.typeOf(slot);
    if (values.length === 1) return { kind: 'value', value: constant(type, only) };
    if (!isWritten(slot)) {
      varying.push({ slot, read: () => variables.read(slot) });
      return { kind: 'any' };
    }
    const parts = {
      name: `start_${name}`,
      type,
      shape: { kind: 'scalar' },
      init: { kind: 'any' },
      span,
    } as const;
    const first = shared(variables.addShared(parts).id);
    varying.push({ slot, read: () => first });
    return { kind: 'value', value: first };
  };
  const inits = instance.cells.map(initOf);
  const isStart = ({ cells }: ArrayState): Expr =>
    all(
      varying.map(({ slot, read }) => {
        const value = constant(variables.typeOf(slot), at(cells, slot));
        if (value.kind === 'bool') return value.value ? read() : not(read());
        return binary('==', read(), value);
      }),
    );
  return { initOf: (slot) => at(inits, slot), constraint: () => some(starts.map(isStart)) };
}

export const constant = (type: Type, value: ArrayValue): Expr =>
  type.kind === 'bool' ? bool(value === 1) : int(value);
