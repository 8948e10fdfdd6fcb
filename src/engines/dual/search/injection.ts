import { at } from '../../../support/invariant.js';
import type { LocalStateId, Locals } from './locals.js';

/** Whether each of the small ones has one of the large ones above it, another for each. Both are sorted by class. */
export function injects(
  small: readonly LocalStateId[],
  large: readonly LocalStateId[],
  locals: Locals,
): boolean {
  for (let s = 0; s < small.length;) {
    const ofClass = locals.classOf(at(small, s));
    const isAlike = (local: LocalStateId): boolean => locals.classOf(local) === ofClass;
    const [wanted, there] = [small.filter(isAlike), large.filter(isAlike)];
    if (wanted.length > there.length || !matches(wanted, there, locals)) return false;
    s += wanted.length;
  }
  return true;
}

function matches(small: readonly LocalStateId[], large: readonly LocalStateId[], locals: Locals): boolean {
  const [first, ...others] = small;
  if (first === undefined) return true;
  return large.some(
    (candidate, i) => locals.below(first, candidate) && matches(others, large.toSpliced(i, 1), locals),
  );
}
