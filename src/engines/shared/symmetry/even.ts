import type { CellId, LocalId } from '../../../lang/expr/ids.js';
import { hull, isBounded, nearest, point } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { at, invariant } from '../../../support/invariant.js';
import type { PackedVariable, PackedVariables } from '../packed/packed-variables.js';
import type { StateShape } from '../packed/shape.js';
import type { ThreadGroup } from './thread-group.js';

/** Of each member the variables that belong to it: its locals, then its cells. */
export const ownVariables = (
  group: ThreadGroup,
  variables: PackedVariables,
): readonly (readonly PackedVariable[])[] =>
  group.threads.map((_, p) => [
    ...at(group.locals, p).map((local: LocalId) => variables.ofLocal(local)),
    ...at(group.cells, p).map((cell: CellId) => variables.ofCell(cell)),
  ]);

/** The variables that hold names of the group, with the place of their names in the list. */
export function namedVariables(
  group: ThreadGroup,
  variables: PackedVariables,
): ReadonlyMap<PackedVariable, number> {
  const found = new Map<PackedVariable, number>();
  for (const [i, { locals, shared }] of group.names.entries()) {
    for (const local of locals) found.set(variables.ofLocal(local), i);
    for (const id of shared) for (const cell of variables.ofShared(id)) found.set(cell, i);
  }
  return found;
}

const noName = (names: readonly number[]): number => Math.max(...names) + 1;

/** The least intervals around these that hold, with any state, those that differ from it in who is who. */
export function evenIntervals(
  intervals: readonly Interval[],
  groups: readonly ThreadGroup[],
  variables: PackedVariables,
): readonly Interval[] {
  const even = [...intervals];
  const widen = (all: readonly PackedVariable[], by: readonly Interval[]): void => {
    for (const { index } of all) even[index] = by.reduce(hull, at(even, index));
  };
  // A variable of one group may hold names of another: what comes later may widen what was even before.
  for (const group of groups) {
    const owned = new Set(ownVariables(group, variables).flat());
    for (const [variable, kind] of namedVariables(group, variables)) {
      const names = at(group.names, kind).values;
      const isOthers = variable.place.kind === 'local' && !owned.has(variable);
      // A local of another thread gets room for what is no name: that stands there when nobody will read it.
      const values = isOthers ? [...names, noName(names)] : names;
      widen(
        [variable],
        values.map((value) => point(BigInt(value))),
      );
    }
  }
  for (const group of groups) {
    const own = ownVariables(group, variables);
    for (const i of at(own, 0).keys()) {
      const counterparts = own.map((list) => at(list, i));
      widen(
        counterparts,
        counterparts.map(({ index }) => at(even, index)),
      );
    }
  }
  return even;
}

/** What variables that nobody will read are set to: the same for counterparts, with the name of each where they hold names. */
export function evenRest(
  known: readonly Interval[],
  groups: readonly ThreadGroup[],
  variables: PackedVariables,
): readonly bigint[] {
  const rest = known.map((values) => nearest(0n, values));
  for (const group of groups) {
    const own = ownVariables(group, variables);
    for (const [variable, kind] of namedVariables(group, variables)) {
      const owner = own.findIndex((list) => list.includes(variable));
      const { values } = at(group.names, kind);
      rest[variable.index] = BigInt(owner < 0 ? noName(values) : at(values, owner));
    }
  }
  return rest;
}

/** The same of what the layout of a state is made from. */
export function evenShape(
  { intervals, capacities }: StateShape,
  groups: readonly ThreadGroup[],
  variables: PackedVariables,
): StateShape {
  const even = evenIntervals(intervals, groups, variables).map((interval) => {
    invariant(isBounded(interval), 'what is around bounded intervals is bounded');
    return interval;
  });
  const room = [...capacities];
  for (const { threads } of groups) {
    const most = Math.max(...threads.map((thread) => at(capacities, thread)));
    for (const thread of threads) room[thread] = most;
  }
  return { intervals: even, capacities: room };
}
