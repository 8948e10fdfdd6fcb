import type { Expr } from '../lang/expr/expr.js';
import type { LocalId, SharedId } from '../lang/expr/ids.js';
import { placed } from '../lang/expr/integer-limit.js';
import { numberPlace } from '../lang/program/system.js';
import type { Action, Edge, System } from '../lang/program/system.js';
import type { Type } from '../lang/expr/type.js';
import { assertNever, at } from '../support/invariant.js';
import { found, isEnded, then } from './branches.js';
import type { Branches } from './branches.js';

/**
 * What the actions of an edge are run over: S is the state of a run, V a value, C a cell of memory. A method that finds a
 * fault gives a branch that is over, or keeps the fault for itself and gives none.
 */
export interface ActionDomain<S, V, C> {
  readonly system: Pick<System, 'shared' | 'locals'>;
  /** What an expression is as the thread sees it. */
  evaluate(state: S, expr: Expr): Branches<S, V>;
  /** The cells that an index may mean, and the fault `bounds`. The index is null for a scalar. */
  cells(state: S, shared: SharedId, index: V | null): Branches<S, C>;
  /** The value where it is one of the type, and the fault `range`. */
  fitting(state: S, value: V, type: Type): Branches<S, V>;
  /** The state if the condition holds, or does not; null: that cannot be. */
  assume(state: S, cond: V, holds: boolean): S | null;
  /** A failed assert does not end the run. */
  assert(state: S, property: string, cond: Branches<S, V>): Branches<S>;
  assign(state: S, local: LocalId, value: V): S;
  store(state: S, cell: C, value: V, locked: boolean): S;
  havoc(state: S, local: LocalId): Branches<S>;
  /** A fence or the beginning of a locked instruction; null: it waits. */
  wait(state: S, action: Waiting): S | null;
  /** Told of the number of ways after each action, to refuse too many. */
  limit(count: number): void;
}

export type Waiting = Extract<Action, { kind: 'fence' | 'lock' }>;

/** The states at the end of all ways through the actions, also of those that are over before. */
export function runActions<S, V, C>(
  domain: ActionDomain<S, V, C>,
  edge: Pick<Edge, 'actions' | 'span'>,
  start: S,
): readonly S[] {
  let branches: Branches<S> = found(start, null);
  for (const action of edge.actions) {
    branches = placed(
      () => numberPlace(domain.system, edge, action),
      () => then(branches, (state) => act(domain, state, action)),
    );
    domain.limit(branches.length);
  }
  return branches.map((branch) => (isEnded(branch) ? branch.ended : branch.state));
}

function act<S, V, C>(domain: ActionDomain<S, V, C>, state: S, action: Action): Branches<S> {
  switch (action.kind) {
    case 'assume':
      return then(domain.evaluate(state, action.cond), (so, cond) =>
        found(domain.assume(so, cond, true), null),
      );
    case 'assert':
      return domain.assert(state, action.property, domain.evaluate(state, action.cond));
    case 'assign': {
      const { type } = at(domain.system.locals, action.local);
      const values = then(domain.evaluate(state, action.value), (so, value) =>
        domain.fitting(so, value, type),
      );
      return then(values, (so, value) => found(domain.assign(so, action.local, value), null));
    }
    case 'store':
      return store(domain, state, action);
    case 'havoc':
      return domain.havoc(state, action.local);
    case 'fence':
    case 'lock':
      return found(domain.wait(state, action), null);
    default:
      return assertNever(action);
  }
}

/** Null for a scalar. */
export const indicesOf = <S, V, C>(
  domain: ActionDomain<S, V, C>,
  state: S,
  index: Expr | null,
): Branches<S, V | null> => (index === null ? found(state, null) : domain.evaluate(state, index));

/** Index, value, bounds, range: in this order a store may fault. */
function store<S, V, C>(
  domain: ActionDomain<S, V, C>,
  state: S,
  { shared, index: place, value: expr, locked }: Extract<Action, { kind: 'store' }>,
): Branches<S> {
  const { type } = at(domain.system.shared, shared);
  const values = then(indicesOf(domain, state, place), (atIndex, index) =>
    then(domain.evaluate(atIndex, expr), (so, value) => found(so, { index, value })),
  );
  const placed = then(values, (atValue, { index, value }) =>
    then(domain.cells(atValue, shared, index), (so, cell) => found(so, { cell, value })),
  );
  const fitting = then(placed, (atCell, { cell, value }) =>
    then(domain.fitting(atCell, value, type), (so, fit) => found(so, { cell, value: fit })),
  );
  return then(fitting, (so, { cell, value }) => found(domain.store(so, cell, value, locked), null));
}
