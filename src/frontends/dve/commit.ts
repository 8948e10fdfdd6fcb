import type { Word } from '../../diagnostics/span.js';
import { holdingStates, isCommitted } from '../../lang/dve/committed.js';
import { conjunction, equal, int, not, shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { getOrFail, invariant } from '../../support/invariant.js';
import type { Actor, DveWorld } from './world.js';

/** Where others hold it back by their `commit` states. Flushes of store buffers are nobody's moves and wait for nothing. */
export function mayGoAlone({ actors, table }: DveWorld, actor: Actor, from: Word): Expr {
  if (isCommitted(actor.table.process, from)) return truth;
  const all = actors.map((other) => other.table.process);
  const held = actors.flatMap((other) => {
    if (other === actor) return [];
    return holdingStates(other.table.process, all, table).map((state) => not(stateIs(other, state)));
  });
  return conjunction(held);
}

function stateIs({ place, table }: Actor, state: string): Expr {
  invariant(place !== null, 'the state of a process with commit states is a variable');
  return equal(shared(place), int(getOrFail(table.states, state)));
}
