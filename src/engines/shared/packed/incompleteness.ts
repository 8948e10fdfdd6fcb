import type { Bound } from '../../../memory/bound.js';
import type { UnknownReason } from '../../../ir/verdict.js';
import type { Stop } from '../../../search/limits.js';
import { largestCapacity } from './shape.js';

/** Why a search does not prove what it did not refute. */
export interface Incomplete {
  readonly reason: UnknownReason;
  readonly detail: string;
}

/** How a search ended, and what it had to leave. */
export interface Searched {
  readonly stop: Stop | null;
  readonly states: number;
  readonly record: {
    readonly overflowed: boolean;
    readonly limited: boolean;
    /** Some execution ended at a fault. */
    readonly cutOff: boolean;
  };
}

/** The one reason to name, the most telling first; null if the search visited every reachable state. */
export function incompleteness(search: Searched, bound: Bound | null, narrowed: boolean): Incomplete | null {
  const entries = bound === null ? largestCapacity : 'all' in bound ? bound.all : 'the allowed';
  const { stop, states, record } = search;
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
