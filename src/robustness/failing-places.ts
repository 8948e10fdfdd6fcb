import { generatedBy } from '../diagnostics/span.js';
import { edgeId, locationId } from '../lang/expr/ids.js';
import { not } from '../lang/expr/expr.js';
import type { Automaton, Edge, Location, System } from '../lang/program/system.js';
import { stepByStep } from '../pass/pass.js';
import type { MapBack } from '../pass/pass.js';
import { withoutClaim } from '../pass/attacks/edge-accesses.js';
import { at } from '../support/invariant.js';

/**
 * A system in which a thread whose assert fails may stay at a place of its own, for good: so that who compares states sees
 * it. It may also go on, as if there were no assert.
 */
export function withFailingPlaces(system: System): { readonly system: System; readonly mapBack: MapBack } {
  const threads = system.threads.map(withPlaces);
  return {
    system: { ...system, threads: threads.map(({ automaton }) => automaton), properties: [] },
    mapBack: stepByStep((step) =>
      step.kind === 'flush'
        ? [step]
        : [{ ...step, edge: at(at(threads, step.thread).origins, step.edge).id }],
    ),
  };
}

interface WithPlaces {
  readonly automaton: Automaton;
  /** For each edge. */
  readonly origins: readonly Edge[];
}

function withPlaces(automaton: Automaton): WithPlaces {
  const locations: Location[] = [...automaton.locations];
  const failing = automaton.edges.flatMap((origin) =>
    failuresOf(origin).map((actions) => {
      const to = locationId(locations.length);
      const span = generatedBy('failing-places', origin.span);
      locations.push({ id: to, labels: [], atomic: false, span });
      return { edge: { ...origin, to, actions }, origin };
    }),
  );
  const going = automaton.edges.map((origin) => ({
    edge: { ...origin, actions: origin.actions.map(withoutClaim) },
    origin,
  }));
  const all = [...going, ...failing];
  return {
    automaton: { ...automaton, locations, edges: all.map(({ edge }, i) => ({ ...edge, id: edgeId(i) })) },
    origins: all.map(({ origin }) => origin),
  };
}

/** The actions of an edge with one of its asserts failing, for each of these. */
const failuresOf = ({ actions }: Edge): readonly Edge['actions'][] =>
  actions.flatMap((failing, i) =>
    failing.kind !== 'assert'
      ? []
      : [
          actions.map((action, j) =>
            i === j ? ({ kind: 'assume', cond: not(failing.cond) } as const) : withoutClaim(action),
          ),
        ],
  );
