import { formulasOf } from '../../../lang/program/program.js';
import type { Property } from '../../../lang/program/program.js';
import type { CellId } from '../../../lang/expr/ids.js';
import { Cells } from '../../../lang/program/system.js';
import type { System } from '../../../lang/program/system.js';
import type { Bound } from '../../../memory/bound.js';
import { at } from '../../../support/invariant.js';
import { findGroups } from './find-groups.js';
import type { AskedFormula } from './find-groups.js';
import type { ThreadGroup } from './thread-group.js';

export interface SymmetryWish {
  /** Only groups whose members have the same part in the initial states: what one reaches each of them does. */
  readonly exact: boolean;
  /** Hears of the groups, and of what tells threads apart that look alike: clauses. */
  readonly note?: (clause: string) => void;
}

/** What properties ask of single states. */
export const askedOf = (properties: readonly Property[]): readonly AskedFormula[] =>
  properties.flatMap((property) => formulasOf(property).map((formula) => ({ name: property.name, formula })));

/** The groups of threads that are not told apart: not by the program, what is asked, nor a bound for each variable. */
export function likeThreads(
  system: System,
  asked: readonly AskedFormula[],
  bound: Bound | null,
  { exact, note }: SymmetryWish,
): readonly ThreadGroup[] {
  const cells = new Cells(system.shared);
  const markOf = (cell: CellId): number =>
    bound === null || 'all' in bound ? 0 : (bound.perShared.get(cells.variable(cell).id) ?? Infinity);
  const { groups, refusals } = findGroups(system, asked, { exact, markOf });
  const nameOf = (id: number): string => at(system.threads, id).name;
  const isWanted = (group: ThreadGroup): boolean => group.startsAlike || !exact;
  for (const group of groups) {
    const names = group.threads.map(nameOf).join(', ');
    note?.(
      isWanted(group)
        ? `symmetry: ${names} are not told apart`
        : `symmetry: ${names} are told apart by the initial state`,
    );
  }
  for (const refusal of refusals) note?.(`symmetry: ${refusal}`);
  return groups.filter(isWanted);
}
