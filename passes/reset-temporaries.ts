import { localWritten } from '../src/lang/program/actions.js';
import { defaultExpr } from '../src/lang/expr/expr.js';
import type { LocalId, LocationId } from '../src/lang/expr/ids.js';
import type { Action, Automaton, Edge, System } from '../src/lang/program/system.js';
import { liveBefore, liveLocals } from '../src/lang/program/liveness.js';
import { sameSteps } from '../src/pass/pass.js';
import type { SystemPass } from '../src/pass/pass.js';
import { at } from '../src/support/invariant.js';

/**
 * A temporary that nobody will read any more goes back to its default, so that states that differ only in dead
 * temporaries are one state.
 *
 *   BEFORE  0  load_1 = y -> 1                AFTER  0  load_1 = y -> 1
 *           1  store x = load_1 + 1 -> 2             1  store x = load_1 + 1; load_1 = 0 -> 2
 *
 * Left alone: the user's own locals, which properties and people may look at.
 */
export const resetTemporaries: SystemPass = {
  name: 'reset-temporaries',
  summary: 'give dead temporaries their default value',
  level: 'system',
  run: (system) => ({
    system: { ...system, threads: system.threads.map((t) => resetIn(system, t)) },
    mapBack: sameSteps,
  }),
};

function resetIn(system: System, automaton: Automaton): Automaton {
  const live = liveLocals(automaton);
  const isDead = (id: LocalId, place: LocationId): boolean =>
    at(system.locals, id).temporary && !at(live, place).has(id);
  const edges = automaton.edges.map((edge): Edge => {
    const written = edge.actions.flatMap((action) => localWritten(action) ?? []);
    const candidates = new Set([...liveBefore(edge, at(live, edge.to)), ...written]);
    const resets = [...candidates].filter((id) => isDead(id, edge.to)).map((id) => reset(system, id));
    return resets.length === 0 ? edge : { ...edge, actions: [...edge.actions, ...resets] };
  });
  return { ...automaton, edges };
}

function reset(system: System, id: LocalId): Action {
  const { type } = at(system.locals, id);
  return { kind: 'assign', local: id, value: defaultExpr(type) };
}
