import { equal, int, sharedReads } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import type { System } from '../../lang/program/system.js';
import { distinctCubes, isPositive, predicateOf } from '../cubes/literals.js';
import type { CubeCode } from '../cubes/literals.js';
import type { Signed } from '../normal.js';
import type { Predicate } from '../predicate.js';
import { buffersOf } from './buffer-variables.js';
import type { CellTarget, BufferVariables } from './buffer-variables.js';
import { factsOf } from './extrapolate.js';
import type { ExtrapolationRequest } from './extrapolate.js';
import { PredicateSet } from './predicate-set.js';
import { cellsOf, relocated, relocations } from './relocate.js';

/**
 * The rules applied to cubes of an SC proof, which are over `given`: a cube is lifted as one formula, so a cell is read from
 * the same entry in all of its predicates. What comes out are candidates over `predicates`, the extrapolated ones; nothing
 * follows from them unless the solver says so.
 */
export function extrapolateCubes(
  request: ExtrapolationRequest,
  cubes: readonly CubeCode[],
  given: readonly Predicate[],
  predicates: readonly Predicate[],
): readonly CubeCode[] {
  const buffers = request.rules === 'sc' ? [] : buffersOf(request.system);
  const facts = factsOf(request);
  const lists = cubes.flatMap((cube): readonly (readonly Signed[])[] => {
    const literals = cube.map((literal) => ({
      formula: at(given, predicateOf(literal)).formula,
      positive: isPositive(literal),
    }));
    const cells = cellsOf(literals.map(({ formula }) => formula));
    const moved = buffers
      .flatMap((buffer) => relocations(cells, buffer, facts))
      .map((relocation) =>
        literals.map(({ formula, positive }) => ({
          formula: relocated(formula, relocation, request.system),
          positive,
        })),
      );
    return [literals, ...moved];
  });
  return new PredicateSet(predicates).cubes(lists);
}

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

/**
 * The paper's extra step for Ticket under PSO: what is said of buffered values is left out of the cubes. A cube says less
 * then, so what followed from it need not any more: only for candidates that the solver is still to be asked about.
 */
export function dropBuffered(
  cubes: readonly CubeCode[],
  predicates: readonly Predicate[],
  system: System,
): readonly CubeCode[] {
  const entries = new Set(buffersOf(system).flatMap((b) => b.entries.map((entry) => entry.variable)));
  const speaks = predicates.map(({ formula }) => sharedReads(formula).some((read) => entries.has(read)));
  const left = cubes.map((cube) => cube.filter((literal) => speaks[predicateOf(literal)] !== true));
  return distinctCubes(left.filter((cube) => cube.length > 0));
}
