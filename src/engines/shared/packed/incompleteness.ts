import { lineOf } from '../../../diagnostics/span.js';
import type { Unknown } from '../../../lang/run/verdict.js';
import type { Stop } from '../../../search/limits.js';
import type { EngineStats } from '../../engine-request.js';
import type { PackedPlan } from './plan.js';
import { largestCapacity } from './shape.js';
import type { PackedVariable } from './packed-variables.js';

/** Why a search does not prove what it did not refute. */
export type Incomplete = Omit<Unknown, 'kind'>;

/** What takes a value that is computed with no more: a variable, or what is evaluated in a line (0: in a formula). */
type Limit = Pick<PackedVariable, 'name' | 'span'> | { readonly line: number };

function beyond(limit: Limit): string {
  if ('name' in limit) {
    const line = lineOf(limit.span);
    return `some value of ${limit.name}${line === null ? '' : ` (line ${line})`} does not fit into 32 bits`;
  }
  return `some result${limit.line === 0 ? '' : ` in line ${limit.line}`} is beyond 2^53`;
}

/** Where a search did not go on. */
export class CutPaths {
  /** Because of the bound. */
  overflowed = false;
  /** The first value found that is beyond what is computed with. */
  limited: Limit | null = null;
  /** Some execution ended at a fault. */
  cutOff = false;
}

/** How a search ended, what it had to leave, and what it cost. */
export interface Searched {
  readonly stop: Stop | null;
  readonly record: CutPaths;
  readonly stats: EngineStats;
}

export const endedAtFault: Incomplete = {
  reason: 'cut-off',
  detail: 'executions end where div, bounds or range is violated; what might follow is not known',
};

/** The one reason to name, the most telling first; null if the search visited every reachable state. */
export function incompleteness(
  search: Searched,
  { bound, choices }: Pick<PackedPlan, 'bound' | 'choices'>,
): Incomplete | null {
  const entries = bound === null ? largestCapacity : 'all' in bound ? bound.all : 'the allowed';
  const { stop, stats, record } = search;
  if (stop !== null)
    return { reason: stop.reason, detail: `stopped after ${stats.states} states: ${stop.why}` };
  if (record.overflowed) {
    return { reason: 'overflow', detail: `some path has more than ${entries} buffered writes` };
  }
  if (record.limited !== null) {
    return { reason: 'integer-limit', detail: beyond(record.limited) };
  }
  if (record.cutOff) return endedAtFault;
  if (choices.narrowed) return { reason: 'havoc-range', detail: 'only values of the havoc range were tried' };
  return null;
}
