import { at } from '../../../support/invariant.js';
import type { LocalStateId, Locals } from './locals.js';

/** Whether each of the small ones has one of the large ones above it, another for each. Both are sorted by class. */
export function injects(
  small: readonly LocalStateId[],
  large: readonly LocalStateId[],
  locals: Locals,
): boolean {
  let l = 0;
  for (let s = 0; s < small.length;) {
    const ofClass = locals.classOf(at(small, s));
    const [endS, beginL] = [endOfClass(small, s, ofClass, locals), beginOfClass(large, l, ofClass, locals)];
    const endL = endOfClass(large, beginL, ofClass, locals);
    if (endS - s > endL - beginL) return false;
    if (!matches(small.slice(s, endS), large.slice(beginL, endL), locals)) return false;
    [s, l] = [endS, endL];
  }
  return true;
}

function endOfClass(list: readonly LocalStateId[], from: number, ofClass: number, locals: Locals): number {
  let end = from;
  while (end < list.length && locals.classOf(at(list, end)) === ofClass) end++;
  return end;
}

function beginOfClass(list: readonly LocalStateId[], from: number, ofClass: number, locals: Locals): number {
  let begin = from;
  while (begin < list.length && locals.classOf(at(list, begin)) !== ofClass) begin++;
  return begin;
}

function matches(small: readonly LocalStateId[], large: readonly LocalStateId[], locals: Locals): boolean {
  const [first, ...others] = small;
  if (first === undefined) return true;
  return large.some(
    (candidate, i) => locals.below(first, candidate) && matches(others, large.toSpliced(i, 1), locals),
  );
}
