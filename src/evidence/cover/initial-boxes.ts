import { localsOf, subexpressions } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import type { CellId, LocalId, SharedId } from '../../lang/expr/ids.js';
import { initialValues } from '../../lang/program/initial-values.js';
import { initialExprs } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import type { StateBox, AllowedValues } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import { allValues, listed, nothingWaits } from './coordinates.js';
import type { Coordinates } from './coordinates.js';

/** What has no initial value. */
interface OpenVariable {
  readonly coordinate: number;
  readonly cell: CellId | null;
  readonly local: LocalId | null;
  readonly values: AllowedValues;
  /** Another initial value speaks of it. */
  readonly isRead: boolean;
}

/** All initial states. */
export function initialBoxes(coordinates: Coordinates, watch: () => void): readonly StateBox[] {
  const { system, cells } = coordinates;
  const open = openVariables(coordinates);
  const read = open.filter(({ isRead }) => isRead);
  return combinations(
    read.map(({ values }) => listed(values)),
    watch,
  ).map((chosen): StateBox => {
    const choice = {
      cells: new Map(read.flatMap(({ cell }, i) => (cell === null ? [] : [[cell, at(chosen, i)] as const]))),
      locals: new Map(
        read.flatMap(({ local }, i) => (local === null ? [] : [[local, at(chosen, i)] as const])),
      ),
    };
    const values = initialValues(system, cells, choice);
    const box: AllowedValues[] = [
      ...system.threads.map(({ entry }) => [BigInt(entry)]),
      ...[...values.cells, ...values.locals].map((value) => [value]),
      ...system.threads.map(() => [nothingWaits]),
    ];
    for (const variable of open) if (!variable.isRead) box[variable.coordinate] = variable.values;
    return box;
  });
}

function openVariables(coordinates: Coordinates): readonly OpenVariable[] {
  const { system, cells } = coordinates;
  const { shared, locals } = readByInitialisers(system);
  const open = (coordinate: number, of: Pick<OpenVariable, 'cell' | 'local' | 'isRead' | 'values'>) => ({
    ...of,
    coordinate,
  });
  return [
    ...cells.all().flatMap((cell) => {
      const { id, init, type } = cells.variable(cell);
      if (init.kind !== 'any') return [];
      const isRead = shared.has(id);
      return [open(coordinates.cell(cell), { cell, local: null, values: allValues(type), isRead })];
    }),
    ...system.locals.flatMap(({ init, type }, i) => {
      if (init.kind !== 'any') return [];
      const local = localId(i);
      const isRead = locals.has(local);
      return [open(coordinates.local(local), { cell: null, local, values: allValues(type), isRead })];
    }),
  ];
}

function readByInitialisers({ shared, locals }: System) {
  const exprs = [...shared, ...locals].flatMap(({ init }) => initialExprs(init));
  const parts = exprs.flatMap((expr) => [...subexpressions(expr)]);
  return {
    shared: new Set<SharedId>(parts.flatMap((part) => (part.kind === 'shared' ? [part.shared] : []))),
    locals: new Set<LocalId>(exprs.flatMap((expr) => [...localsOf(expr)])),
  };
}

/** Every way to take one value from each list. */
const combinations = (
  lists: readonly (readonly bigint[])[],
  watch: () => void,
): readonly (readonly bigint[])[] =>
  lists.reduce<readonly (readonly bigint[])[]>(
    (found, values) =>
      found.flatMap((chosen) => {
        watch();
        return values.map((value) => [...chosen, value]);
      }),
    [[]],
  );
