import { equal, int } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { Signed } from '../normal.js';
import type { CubeCode } from '../cubes/literals.js';
import type { Predicate } from '../predicate.js';
import { buffersOf } from './buffer-variables.js';
import type { CellTarget, BufferVariables } from './buffer-variables.js';
import { PredicateSet } from './predicate-set.js';

/**
 * Cubes that no SC proof has: what one queue (TSO) looks like to those who use it, where its count and targets are
 * variables. So many writes wait, and the newest for this cell is here, or none is for it, or the oldest is for it.
 */
export function guardCubes(system: System, predicates: readonly Predicate[]): readonly CubeCode[] {
  return new PredicateSet(predicates).cubes(buffersOf(system).flatMap(queueGuards));
}

function queueGuards({ counts, targets, written }: BufferVariables): readonly (readonly Signed[])[] {
  const [count] = counts;
  if (count === undefined || targets.length === 0) return [];
  const ordered = targets.toSorted((a, b) => a.position - b.position);
  const waitings = Array.from({ length: count.bound }, (_, i) => i + 1);
  return waitings.flatMap((waiting) => {
    const many: Signed = { formula: equal(count.variable, int(waiting)), positive: true };
    return written.flatMap((_, code) => [
      [many, isFor(at(ordered, 0), code, true)],
      ...newestFirst(ordered.slice(0, waiting), code).map((guard) => [many, ...guard]),
    ]);
  });
}

/** The newest entry for the cell is the last, the last but one, ..., or there is none. */
function newestFirst(targets: readonly CellTarget[], code: number): readonly (readonly Signed[])[] {
  const others = (from: number): readonly Signed[] =>
    targets.slice(from).map((target) => isFor(target, code, false));
  const found = targets.map((target, i) => [isFor(target, code, true), ...others(i + 1)]);
  return [...found, others(0)];
}

const isFor = ({ variable }: CellTarget, code: number, positive: boolean): Signed => ({
  formula: equal(variable, int(code)),
  positive,
});
