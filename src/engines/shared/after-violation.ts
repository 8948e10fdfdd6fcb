import type { Limits, Stop } from '../../search/limits.js';

/** Small states of a few variables are two to four words, so this is some hundred thousand of them. */
const leastWork = 1_000_000;

/**
 * Once a property is violated, the others get as much work more as was done by then, or this much: the run is lost anyway,
 * and a program without fences may have no end. Work is counted in words of states (`GrowingStates.work`), so states that
 * become wider and wider with their buffers are not many. It is no time: the same run, the same answer.
 */
export const afterViolation = (workSoFar: number, { firstViolation }: Limits): number =>
  firstViolation === true ? workSoFar : workSoFar + Math.max(leastWork, workSoFar);

/** How much work a search may do that has found no violation yet. */
export const beforeViolation = (limits: Limits): number =>
  limits.isLost === true ? afterViolation(0, limits) : Infinity;

/** Whether nothing is left to be asked: all of these are violated, or one is and that is enough. */
export const isAllLost = (
  { firstViolation }: Limits,
  properties: readonly string[],
  isViolated: (name: string) => boolean,
): boolean => properties.every(isViolated) || (firstViolation === true && properties.some(isViolated));

export const stopAfterViolation: Stop = {
  reason: 'after-violation',
  why: 'another property is violated (--property decides this one alone)',
};
