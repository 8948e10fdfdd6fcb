import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { AttackPlan } from './attack-plan.js';
import type { CellAccess } from './edge-accesses.js';

/** Which notes of a variable's cells can matter. */
export interface CellFacts {
  /** Several threads access it: else it makes no conflicts. */
  readonly isShared: (variable: SharedId) => boolean;
  /** It may be what an attack delays first. */
  readonly isTarget: (variable: SharedId) => boolean;
  /** The thread may store to it while it attacks, the first store included. */
  readonly delays: (attacker: ThreadId, variable: SharedId) => boolean;
  /** The thread may, while it attacks, load what it has stored there itself. */
  readonly readsOwn: (attacker: ThreadId, variable: SharedId) => boolean;
}

export function cellFacts({ threads }: System, { edges, attackers }: AttackPlan): CellFacts {
  const variablesOf = (list: readonly CellAccess[], kind?: CellAccess['kind']): ReadonlySet<SharedId> =>
    new Set(list.flatMap((access) => (kind === undefined || access.kind === kind ? [access.shared] : [])));
  const byThread = threads.map(({ id }) =>
    variablesOf(at(edges, id).flatMap(({ ways }) => ways.flatMap(({ accesses }) => accesses))),
  );
  const accessesIn = (thread: ThreadId, chosen: ReadonlySet<object>): readonly CellAccess[] =>
    at(edges, thread).flatMap(({ edge, ways }) =>
      chosen.has(edge) ? ways.flatMap(({ accesses }) => accesses) : [],
    );
  const own = new Map(
    attackers.map(({ thread, starts, during }) => {
      const first = variablesOf(accessesIn(thread, starts), 'store');
      const later = accessesIn(thread, during);
      const delayed = new Set([...first, ...variablesOf(later, 'store')]);
      return [thread, { first, delayed, read: variablesOf(later, 'load') }];
    }),
  );
  return {
    isShared: (variable) => byThread.filter((accessed) => accessed.has(variable)).length > 1,
    isTarget: (variable) => [...own.values()].some(({ first }) => first.has(variable)),
    delays: (attacker, variable) => own.get(attacker)?.delayed.has(variable) === true,
    readsOwn: (attacker, variable) => {
      const facts = own.get(attacker);
      return facts?.delayed.has(variable) === true && facts.read.has(variable);
    },
  };
}
