import { int, shared as sharedRead } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import { lengthOf } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';
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

/** A cell, and what some accesses do there. */
export interface AccessedKinds {
  readonly shared: SharedId;
  readonly index: Expr | null;
  readonly kinds: ReadonlySet<CellAccess['kind']>;
}

/** The cells that accesses may be about; a computed index may be any. */
export function cellsAccessed({ shared }: System, accesses: readonly CellAccess[]): readonly AccessedKinds[] {
  const found = new Map<Expr, Set<CellAccess['kind']>>();
  for (const { kind, shared: variable, index } of accesses) {
    const indices =
      index === null || index.kind === 'int'
        ? [index]
        : numbersBelow(lengthOf(at(shared, variable))).map(int);
    for (const cell of indices) remembered(found, sharedRead(variable, cell), () => new Set()).add(kind);
  }
  return [...found].flatMap(([read, kinds]) =>
    read.kind === 'shared' ? [{ shared: read.shared, index: read.index, kinds }] : [],
  );
}
