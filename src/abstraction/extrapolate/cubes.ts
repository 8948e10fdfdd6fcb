import { sharedReads } from '../../lang/expr/expr.js';
import { at } from '../../support/invariant.js';
import type { System } from '../../lang/program/system.js';
import { distinctCubes, isPositive, predicateOf } from '../cubes/literals.js';
import type { CubeCode } from '../cubes/literals.js';
import type { Signed } from '../normal.js';
import type { Predicate } from '../predicate.js';
import { buffersOf } from './buffer-variables.js';
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
