import type { Limits } from '../../search/limits.js';

/**
 * Once a property is violated, the others get this many states more, or as many again as it took: the run is lost
 * anyway, and a program without fences may have no end. A number of states, not a time: the same run, the same answer.
 */
export const afterViolation = (expandedSoFar: number, { firstViolation }: Limits): number =>
  firstViolation === true ? expandedSoFar : expandedSoFar + Math.max(200_000, expandedSoFar);
