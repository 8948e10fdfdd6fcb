import type { EngineRequest, UnknownReason, Verdict } from '../engine.js';
import type { Bound } from '../../memory/bound.js';
import type { Findings } from './search.js';
import { largestCapacity } from '../shared/packed/shape.js';

/** Why a search does not prove what it did not refute. */
export interface Incomplete {
  readonly reason: UnknownReason;
  readonly detail: string;
}

/** The one reason to name, the most telling first; null if the search visited every reachable state. */
export function incompleteness(
  findings: Findings,
  bound: Bound | null,
  narrowed: boolean,
): Incomplete | null {
  const entries = bound === null ? largestCapacity : 'all' in bound ? bound.all : 'the allowed';
  const { stop, states, record } = findings;
  if (stop !== null) return { reason: stop.reason, detail: `stopped after ${states} states: ${stop.why}` };
  if (record.overflowed) {
    return { reason: 'overflow', detail: `some path has more than ${entries} buffered writes` };
  }
  if (record.limited) {
    return {
      reason: 'integer-limit',
      detail: 'some value does not fit into 32 bits, or some result is beyond 2^53',
    };
  }
  if (record.cutOff) {
    return {
      reason: 'cut-off',
      detail: 'executions end where div, bounds or range is violated; what might follow is not known',
    };
  }
  if (narrowed) return { reason: 'havoc-range', detail: 'only values of the havoc range were tried' };
  return null;
}

export function verdictsOf(
  request: EngineRequest,
  findings: Findings,
  incomplete: Incomplete | null,
): ReadonlyMap<string, Verdict> {
  return new Map(
    request.properties.map(({ name }): [string, Verdict] => {
      const execution = findings.record.executions.get(name);
      if (execution !== undefined) return [name, { kind: 'unsafe', execution }];
      const holds = incomplete === null || findings.record.proven.has(name);
      return [name, holds ? { kind: 'safe' } : { kind: 'unknown', ...incomplete }];
    }),
  );
}
