import { fewest } from '../../support/fewest.js';
import type { Predicate } from '../predicate.js';
import { PlainSearch } from './plain-search.js';
import type { PlainSearchRequest } from './plain-search.js';

/** What is to be proved again. */
export type ProofRequest = Omit<PlainSearchRequest, 'predicates' | 'watcher'>;

/**
 * Predicates without which the proof is none, as far as the clock lets: ever smaller parts of them are left out where what is
 * left is still enough. `tried` makes of some of them all that a search is to track.
 */
export function minimised<T>(
  candidates: readonly T[],
  tried: (some: readonly T[]) => readonly Predicate[],
  request: ProofRequest,
): Promise<readonly T[]> {
  const isEnough = (some: readonly T[]): Promise<boolean> => proves(request, tried(some));
  return fewest(candidates, isEnough, () => request.clock.goOn());
}

/** Whether a search that tracks these meets no violation. */
export async function proves(request: ProofRequest, predicates: readonly Predicate[]): Promise<boolean> {
  const names = new Set(request.properties);
  const search = await PlainSearch.open({
    ...request,
    predicates,
    watcher: { wants: (name) => names.has(name), onViolation: () => Promise.resolve('stop') },
  });
  return (await search.run()).kind === 'complete';
}
