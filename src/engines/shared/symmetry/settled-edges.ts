import { and } from '../../../lang/expr/expr.js';
import { liveLocals } from '../../../lang/program/liveness.js';
import type { Action, Automaton, Edge, System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { settledAction } from './settled-actions.js';
import { unordered } from './unordered.js';

/**
 * The actions of each edge, in the form in which they are compared. Tests that follow one another in one step are one; with
 * `chains` so are those that follow one another in an atomic section, and stand with the first of them: nobody sees in which
 * order they were made. So threads that ask something of all others do the same, each in an order of its own. What gives a
 * temporary that nobody will read a value that is as good as any other is left out.
 */
export function settledEdges(
  system: System,
  thread: Automaton,
  chains: boolean,
): readonly (readonly Action[])[] {
  const live = liveLocals(thread);
  const settled = thread.edges.map(({ actions, to }) => {
    const isReset = (action: Action): boolean =>
      action.kind === 'assign' &&
      action.value.kind === 'int' &&
      at(system.locals, action.local).temporary &&
      !at(live, to).has(action.local);
    const end = actions.findLastIndex((action) => !isReset(action));
    return testsJoined(actions.slice(0, end + 1).map(settledAction));
  });
  if (!chains) return settled;
  const count = thread.locations.length;
  const leaving = byNumber(thread.edges, count, ({ from }) => from);
  const entering = byNumber(thread.edges, count, ({ to }) => to);
  const follower = (edge: Edge): Edge | null => {
    const { atomic, labels } = at(thread.locations, edge.to);
    const [next, ...more] = at(leaving, edge.to);
    const isOnly = atomic && labels.length === 0 && more.length === 0 && at(entering, edge.to).length === 1;
    return isOnly && next !== undefined && next !== edge && isTest(edge) && isTest(next) ? next : null;
  };
  const isFollower = new Set(thread.edges.map(follower));
  for (const first of thread.edges) {
    if (isFollower.has(first)) continue;
    const chain = [first];
    for (let next = follower(first); next !== null; next = follower(next)) chain.push(next);
    if (chain.length === 1) continue;
    const joined = testsJoined(chain.flatMap(({ id }) => at(settled, id)));
    for (const { id } of chain) settled[id] = id === first.id ? joined : [];
  }
  return settled;
}

const isTest = ({ actions }: Edge): boolean => actions.every(({ kind }) => kind === 'assume');

/** Tests that follow one another are one. */
function testsJoined(actions: readonly Action[]): readonly Action[] {
  const joined: Action[] = [];
  for (const action of actions) {
    const last = joined.at(-1);
    if (action.kind === 'assume' && last?.kind === 'assume')
      joined[joined.length - 1] = { kind: 'assume', cond: unordered(and(last.cond, action.cond)) };
    else joined.push(action);
  }
  return joined;
}
