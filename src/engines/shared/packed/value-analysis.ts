import type { SharedPlace } from '../../../lang/program/program.js';
import type { Action, Edge } from '../../../lang/program/system.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { Choices } from './choices.js';
import { restValue } from './choices.js';
import {
  contains,
  empty,
  hull,
  includes,
  intervalOf,
  meet,
  point,
  widened,
} from '../../../lang/expr/interval.js';
import type { Interval, KnownIntervals } from '../../../lang/expr/interval.js';
import { asDoubles } from './doubles.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';

/** After so many rounds an end that still moves is taken away. */
const patience = 12;

/**
 * For every variable an interval that holds its values in all executions: initial values, and whatever the actions
 * write, without regard to order and guards. A variable that only ever gets constants needs that many bits and no
 * checks.
 */
export function valueIntervals(variables: PackedVariables, choices: Choices): readonly Interval[] {
  const known: Interval[] = variables.all.map((v) => at(choices.initial, v.index) ?? point(restValue(v)));
  const lookup = knownOf(variables, known);
  let round = 0;
  let changed = true;
  const learn = (variable: PackedVariable, value: Interval): void => {
    const here = at(known, variable.index);
    const fitting = meet(asDoubles(value), variable.domain);
    if (contains(here, fitting)) return;
    const wider = hull(here, fitting);
    known[variable.index] = round < patience ? wider : meet(widened(here, wider), variable.domain);
    changed = true;
  };
  const writes = allWrites(variables, choices);
  for (; changed; round++) {
    changed = false;
    for (const variable of variables.all) {
      for (const value of initialisers(variable, variables)) learn(variable, intervalOf(value, lookup));
    }
    for (const write of writes) write(learn, lookup);
  }
  return known;
}

/** Of a read with a computed index, all cells that it may reach count. */
function knownOf(variables: PackedVariables, known: readonly Interval[]): KnownIntervals {
  const lookup: KnownIntervals = (expr) => {
    if (expr.kind === 'local') return at(known, variables.ofLocal(expr.local).index);
    if (expr.kind !== 'shared') return null;
    return cellsRead(expr, variables, lookup)
      .map((cell) => at(known, cell.index))
      .reduce(hull, empty);
  };
  return lookup;
}

/** The cells that an access may touch, as far as its index is known. */
function cellsRead(
  { shared, index }: Pick<SharedPlace, 'shared' | 'index'>,
  variables: PackedVariables,
  lookup: KnownIntervals,
): readonly PackedVariable[] {
  const cells = variables.ofShared(shared);
  if (index === null) return [at(cells, 0)];
  const values = intervalOf(index, lookup);
  return cells.filter((_, i) => includes(values, BigInt(i)));
}

function initialisers(variable: PackedVariable, variables: PackedVariables) {
  switch (variable.init.kind) {
    case 'any':
      return [];
    case 'value':
      return [variable.init.value];
    case 'cells':
      return variable.place.kind === 'cell'
        ? [at(variable.init.values, variables.cells.indexIn(variable.place.cell))]
        : [];
  }
}

type Learn = (variable: PackedVariable, value: Interval) => void;
type WriteRule = (learn: Learn, lookup: KnownIntervals) => void;

function allWrites(variables: PackedVariables, choices: Choices): readonly WriteRule[] {
  return variables.system.threads.flatMap((thread) =>
    thread.edges.flatMap((edge) =>
      edge.actions.flatMap((action, i) => writeOf(action, thread.id, edge, i, variables, choices)),
    ),
  );
}

function writeOf(
  action: Action,
  thread: number,
  edge: Edge,
  index: number,
  variables: PackedVariables,
  choices: Choices,
): readonly WriteRule[] {
  switch (action.kind) {
    case 'assign':
      return [(learn, lookup) => learn(variables.ofLocal(action.local), intervalOf(action.value, lookup))];
    case 'havoc':
      return [(learn) => learn(variables.ofLocal(action.local), choices.ofHavoc(thread, edge, index))];
    case 'store':
      return [
        (learn, lookup) => {
          const value = intervalOf(action.value, lookup);
          for (const cell of cellsRead(action, variables, lookup)) learn(cell, value);
        },
      ];
    case 'assume':
    case 'assert':
    case 'fence':
    case 'lock':
      return [];
    default:
      return assertNever(action);
  }
}
