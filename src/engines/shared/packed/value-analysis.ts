import type { Action, Edge } from '../../../ir/system.js';
import { assertNever, at } from '../../../support/check.js';
import type { Choices } from './choices.js';
import { restValue } from './choices.js';
import type { Interval } from './interval.js';
import { hull, includes, isEmpty, meet, point } from './interval.js';
import { cellsRead, intervalOf } from './interval-of.js';
import type { Variable, Variables } from './variables.js';

/** After so many rounds a bound that still moves is taken to be infinite. */
const patience = 12;

/**
 * For every variable an interval that holds its values in all executions: initial values, and whatever the actions
 * write, without regard to order and guards. A variable that only ever gets constants needs that many bits and no
 * checks. Bounds may be infinite.
 */
export function valueIntervals(variables: Variables, choices: Choices): readonly Interval[] {
  const known: Interval[] = variables.all.map((v) => at(choices.initial, v.index) ?? point(restValue(v)));
  const lookup = (v: Variable): Interval => at(known, v.index);
  let round = 0;
  let changed = true;
  const learn = (variable: Variable, value: Interval): void => {
    const here = lookup(variable);
    const fitting = meet(value, variable.domain);
    if (isEmpty(fitting) || includes(here, fitting)) return;
    const wider = hull(here, fitting);
    known[variable.index] = round < patience ? wider : meet(beyond(here, wider), variable.domain);
    changed = true;
  };
  const writes = allWrites(variables, choices);
  for (; changed; round++) {
    changed = false;
    for (const variable of variables.all) {
      for (const value of initialisers(variable, variables))
        learn(variable, intervalOf(value, variables, lookup));
    }
    for (const write of writes) write(learn, lookup);
  }
  return known;
}

/** The bounds that moved become infinite. */
const beyond = (old: Interval, wider: Interval): Interval => ({
  lo: wider.lo < old.lo ? -Infinity : old.lo,
  hi: wider.hi > old.hi ? Infinity : old.hi,
});

function initialisers(variable: Variable, variables: Variables) {
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

type Learn = (variable: Variable, value: Interval) => void;
type Write = (learn: Learn, lookup: (variable: Variable) => Interval) => void;

function allWrites(variables: Variables, choices: Choices): readonly Write[] {
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
  variables: Variables,
  choices: Choices,
): readonly Write[] {
  switch (action.kind) {
    case 'assign':
      return [
        (learn, lookup) =>
          learn(variables.ofLocal(action.local), intervalOf(action.value, variables, lookup)),
      ];
    case 'havoc':
      return [(learn) => learn(variables.ofLocal(action.local), choices.ofHavoc(thread, edge, index))];
    case 'store':
      return [
        (learn, lookup) => {
          const value = intervalOf(action.value, variables, lookup);
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
