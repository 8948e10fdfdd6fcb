import type { Reached } from '../../lang/boolean/concrete-vacuity.js';
import { noEnd } from '../../lang/boolean/no-proof.js';
import { diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { lineOf } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { Automaton, Location, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import type { EngineRequest } from '../engine-request.js';

const noRunAsserts = 'no run comes to this assert, so it says nothing';

/** A label may stand at several places: it is unreachable if all of them are. */
export const unreachableLabels = ({ threads }: System, reached: Reached): readonly Diagnostic[] =>
  threads.flatMap(({ id, name, locations }) => {
    const places = new Map<string, Location[]>();
    for (const location of locations) for (const label of location.labels) addTo(places, label, location);
    return [...places].flatMap(([label, all]) => {
      if (all.some((location) => at(at(reached, id), location.id))) return [];
      return [diagnosticOf('W601', at(all, 0).span, `thread ${name} never reaches the label ${label}`)];
    });
  });

/** The properties that hold because no run ever comes to where they are looked at. */
export function neverAsked(
  { system, properties }: Pick<EngineRequest, 'system' | 'properties'>,
  ended: boolean,
  reached: Reached,
): readonly Diagnostic[] {
  const isReached = (name: string): boolean =>
    system.threads.some((thread) =>
      thread.edges.some(
        ({ from, actions }) =>
          at(at(reached, thread.id), from) && actions.some((a) => a.kind === 'assert' && a.property === name),
      ),
    );
  return properties.flatMap((property) => {
    if (property.kind === 'final' && !ended) return [diagnosticOf('W603', property.span, noEnd)];
    if (property.kind !== 'assert' || isReached(property.name)) return [];
    return [diagnosticOf('W603', property.span, noRunAsserts)];
  });
}

/** Not by `assume(false)`, which says that the thread stops there: that is no waiting. */
export const canBeLeft = ({ edges }: Automaton, place: number): boolean =>
  edges.some(
    ({ from, actions }) =>
      from === place &&
      !actions.some((action) => action.kind === 'assume' && constantValue(action.cond) === false),
  );

/** `places` holds the location of each thread in a state in which nobody can step. */
export function deadlockWarning(system: System, places: readonly number[]): Diagnostic {
  const waiting = system.threads.flatMap((thread) => {
    const location = at(thread.locations, at(places, thread.id));
    const waits = location.id !== thread.end && canBeLeft(thread, location.id);
    return waits ? [{ name: thread.name, location }] : [];
  });
  const clauses = waiting.map(({ name, location }) => `${name} ${placeOf(location)}`);
  return diagnosticOf(
    'W602',
    at(waiting, 0).location.span,
    `deadlock: waiting for ever are ${clauses.join(', ')}`,
  );
}

function placeOf(location: Location): string {
  const line = lineOf(location.span);
  const [label] = location.labels;
  if (label !== undefined) return `at ${label}`;
  return line === null ? `at location ${location.id}` : `in line ${line}`;
}
