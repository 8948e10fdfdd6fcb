import type { Word } from '../../diagnostics/span.js';
import { conjunction, equal, int, not, shared, truth } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { getOrFail, invariant } from '../../support/check.js';
import { isMeeting } from './world.js';
import type { Actor, World } from './world.js';

/**
 * While some process is in a `commit` state that it can leave, only processes in such states move. As in DiVinE 3 a state
 * can be left if it has a transition at all, whether that is enabled or not; of transitions that send at once only those
 * count that somebody receives. Flushes of store buffers are nobody's moves and wait for nothing.
 */
export function mayGoAlone(world: World, actor: Actor, from: Word): Expr {
  if (isCommitted(actor, from)) return truth;
  return conjunction(
    world.actors.flatMap((other) => (other === actor ? [] : holdingStates(world, other).map(not))),
  );
}

/** Two processes meet only if both are in `commit` states or neither is. */
export const isCommitted = ({ table }: Actor, { text }: Word): boolean =>
  table.process.commit.some((state) => state.text === text);

function holdingStates(world: World, { table, place }: Actor): readonly Expr[] {
  const { commit, transitions } = table.process;
  const names = new Set(commit.map(({ text }) => text));
  const leaving = transitions.filter(
    (t) => names.has(t.from.text) && isPossible(world, table.process.name.text, t),
  );
  return [...new Set(leaving.map(({ from }) => from.text))].map((state) => {
    invariant(place !== null, 'the state of a process with commit states is a variable');
    return equal(shared(place), int(getOrFail(table.states, state)));
  });
}

type Transition = Actor['table']['process']['transitions'][number];

function isPossible({ table, actors }: World, process: string, transition: Transition): boolean {
  const { sync } = transition;
  if (sync?.kind !== 'send' || !isMeeting(transition, table)) return true;
  return actors.some(
    ({ table: other }) =>
      other.process.name.text !== process &&
      other.process.transitions.some(
        (t) => t.sync?.kind === 'receive' && t.sync.channel.text === sync.channel.text,
      ),
  );
}
